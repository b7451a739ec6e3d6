import type { Settings } from '@crier/domain';

/** One app of the fleet: where its code is, where it listens, and what tells it apart from others of the same code. */
export interface Member {
  /** As in the log and in run.json. */
  readonly name: string;
  /** Folder under apps/. */
  readonly folder: string;
  readonly variable: 'INTAKE_PORT' | 'CALLBACKS_PORT' | 'BOARD_PORT' | 'SANDBOX_PORT' | 'HEALTH_PORT';
  /** Place in the row of ports that begins at the variable's. */
  readonly place: number;
  readonly env?: Readonly<Record<string, string>>;
}

/** The sandbox reports on what it accepts, as providers do. */
export const SANDBOX_CALLBACK_DELAY_MS = 300;
const CALLS_BACK = { SANDBOX_CALLBACK_DELAY_MS: String(SANDBOX_CALLBACK_DELAY_MS) };

/** In the order of their start: who is needed by others comes first. */
const FLEET = [
  { name: 'sandbox', folder: 'sandbox', variable: 'SANDBOX_PORT', place: 0, env: CALLS_BACK },
  { name: 'callbacks', folder: 'callbacks', variable: 'CALLBACKS_PORT', place: 0 },
  { name: 'sender-email', folder: 'sender', variable: 'HEALTH_PORT', place: 4, env: { SENDER_CHANNEL: 'email' } },
  { name: 'router', folder: 'router', variable: 'HEALTH_PORT', place: 1 },
  { name: 'relay', folder: 'relay', variable: 'HEALTH_PORT', place: 0 },
  { name: 'scheduler', folder: 'scheduler', variable: 'HEALTH_PORT', place: 3 },
  { name: 'board', folder: 'board', variable: 'BOARD_PORT', place: 0 },
  { name: 'intake', folder: 'intake', variable: 'INTAKE_PORT', place: 0 },
] as const satisfies readonly Member[];

export type MemberName = (typeof FLEET)[number]['name'];
export type FleetMember = Member & { readonly name: MemberName };

/** Who runs: everybody, but no sandbox in production. */
export const fleetOf = (environment: Settings['NODE_ENV']): readonly FleetMember[] =>
  FLEET.filter(({ name }) => name !== 'sandbox' || environment !== 'production');
