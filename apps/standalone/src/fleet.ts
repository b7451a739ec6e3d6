import { CHANNELS, type Channel, channelProblems, type Settings } from '@crier/domain';

/** One app of the fleet: where its code is, where it listens, and what tells it apart from others of the same code. */
export interface Member {
  /** As in the log and in run.json. */
  readonly name: string;
  /** Folder under apps/. */
  readonly folder: string;
  readonly variable: 'INTAKE_PORT' | 'CALLBACKS_PORT' | 'INBOX_PORT' | 'BOARD_PORT' | 'SANDBOX_PORT' | 'HEALTH_PORT';
  /** Place in the row of ports that begins at the variable's. */
  readonly place: number;
  readonly env?: Readonly<Record<string, string>>;
}

/** The sandbox reports on what it accepts, as providers do. */
export const SANDBOX_CALLBACK_DELAY_MS = 300;
const CALLS_BACK = { SANDBOX_CALLBACK_DELAY_MS: String(SANDBOX_CALLBACK_DELAY_MS) };

const sender = <C extends Channel>(channel: C, place: number) =>
  ({
    name: `sender-${channel}`,
    folder: 'sender',
    variable: 'HEALTH_PORT',
    place,
    env: { SENDER_CHANNEL: channel },
  }) as const;

/** In the order of their start: who is needed by others comes first. */
const FLEET = [
  { name: 'sandbox', folder: 'sandbox', variable: 'SANDBOX_PORT', place: 0, env: CALLS_BACK },
  { name: 'callbacks', folder: 'callbacks', variable: 'CALLBACKS_PORT', place: 0 },
  sender('email', 4),
  sender('sms', 5),
  sender('whatsapp', 6),
  sender('push', 7),
  sender('inapp', 8),
  { name: 'documents', folder: 'documents', variable: 'HEALTH_PORT', place: 2 },
  { name: 'router', folder: 'router', variable: 'HEALTH_PORT', place: 1 },
  { name: 'relay', folder: 'relay', variable: 'HEALTH_PORT', place: 0 },
  { name: 'scheduler', folder: 'scheduler', variable: 'HEALTH_PORT', place: 3 },
  { name: 'inbox', folder: 'inbox', variable: 'INBOX_PORT', place: 0 },
  { name: 'board', folder: 'board', variable: 'BOARD_PORT', place: 0 },
  { name: 'intake', folder: 'intake', variable: 'INTAKE_PORT', place: 0 },
] as const satisfies readonly Member[];

export type MemberName = (typeof FLEET)[number]['name'];
export type FleetMember = Member & { readonly name: MemberName };

/** Why a channel does not run: a line for each provider of it that the environment does not say enough about. */
export const channelsOff = (settings: Settings): ReadonlyMap<Channel, readonly string[]> =>
  new Map(
    CHANNELS.map((channel) => [channel, channelProblems(settings, channel)] as const).filter(
      ([channel, problems]) => channel !== 'email' && problems.length > 0,
    ),
  );

/** Who runs: everybody, but no sandbox in production, and no sender of a channel whose providers nobody has set up. */
export const fleetOf = (settings: Settings): readonly FleetMember[] => {
  const off = channelsOff(settings);
  return FLEET.filter(
    (member) =>
      (member.name !== 'sandbox' || settings.NODE_ENV !== 'production') &&
      !('env' in member && 'SENDER_CHANNEL' in member.env && off.has(member.env.SENDER_CHANNEL)),
  );
};
