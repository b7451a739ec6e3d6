import type { Settings } from '@crier/domain';
import { ConfigError, type Listening, listen } from '@crier/runtime';
import type { FleetMember } from './fleet.js';

/** A member with the port that it will listen on. */
export type Place = FleetMember & { readonly port: number; readonly url: string };

const LAST_PORT = 65_535;

const portOf = ({ variable, place }: FleetMember, settings: Settings): number => {
  const first = settings[variable];
  if (first === 0) return 0;
  if (first + place > LAST_PORT)
    throw new ConfigError(`${variable}: the row that begins at ${first} leaves the range of ports; begin lower`);
  return first + place;
};

/** The sandbox's two further ports: what it has to be told of them, and where its APNs is. */
export interface SandboxPorts {
  readonly variables: Readonly<Record<'SANDBOX_APNS_PORT' | 'SANDBOX_SMTP_PORT', string>>;
  readonly apnsUrl: string;
}

/**
 * Gives every member its port, 0 taking any free one, and the sandbox its further ones. Each is listened on for a moment, all at
 * the same time: a taken port is a ConfigError naming its variable before anything was started.
 */
export const findPlaces = async (
  fleet: readonly FleetMember[],
  settings: Settings,
): Promise<{ places: Place[]; sandbox: SandboxPorts }> => {
  const held: Listening[] = [];
  const hold = async (variable: FleetMember['variable'] | keyof SandboxPorts['variables'], port: number) => {
    const holding = await listen((_req, res) => res.end(), { host: settings.BIND_HOST, port, variable });
    held.push(holding);
    return holding;
  };
  try {
    const places: Place[] = [];
    for (const member of fleet) {
      const { port, url } = await hold(member.variable, portOf(member, settings));
      places.push({ ...member, port, url });
    }
    const hasSandbox = fleet.some(({ name }) => name === 'sandbox');
    const apns = await hold('SANDBOX_APNS_PORT', hasSandbox ? settings.SANDBOX_APNS_PORT : 0);
    const smtp = await hold('SANDBOX_SMTP_PORT', hasSandbox ? settings.SANDBOX_SMTP_PORT : 0);
    const variables = { SANDBOX_APNS_PORT: String(apns.port), SANDBOX_SMTP_PORT: String(smtp.port) };
    return { places, sandbox: { variables, apnsUrl: apns.url } };
  } finally {
    await Promise.all(held.map((holding) => holding.close()));
  }
};
