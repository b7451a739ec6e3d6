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

/**
 * Gives every member its port, 0 taking any free one. Each is listened on for a moment, all at the same time: a taken port
 * is a ConfigError naming its variable before anything was started.
 */
export const findPlaces = async (fleet: readonly FleetMember[], settings: Settings): Promise<Place[]> => {
  const held: Listening[] = [];
  try {
    const places: Place[] = [];
    for (const member of fleet) {
      const at = { host: settings.BIND_HOST, port: portOf(member, settings), variable: member.variable };
      const holding = await listen((_req, res) => res.end(), at);
      held.push(holding);
      places.push({ ...member, port: holding.port, url: holding.url });
    }
    return places;
  } finally {
    await Promise.all(held.map((holding) => holding.close()));
  }
};

/** The sandbox’s two further ports, found like the others: what it has to be told, and where its APNs is. */
export const findSandboxPorts = async (
  settings: Settings,
): Promise<{ apnsUrl: string; variables: Record<string, string> }> => {
  const host = settings.BIND_HOST;
  const held = await Promise.all(
    (['SANDBOX_APNS_PORT', 'SANDBOX_SMTP_PORT'] as const).map((variable) =>
      listen((_req, res) => res.end(), { host, port: settings[variable], variable }),
    ),
  );
  await Promise.all(held.map((holding) => holding.close()));
  const [apns, smtp] = held;
  if (apns === undefined || smtp === undefined) throw new Error('a port is missing');
  const variables = { SANDBOX_APNS_PORT: String(apns.port), SANDBOX_SMTP_PORT: String(smtp.port) };
  return { apnsUrl: apns.url, variables };
};
