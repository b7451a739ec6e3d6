import { describe, expect, it } from 'vitest';
import { type IncidentNews, incidentMessage } from './incident-message.js';

const incident = (change: Partial<IncidentNews> = {}): IncidentNews => ({
  rule: 'oldest_message_too_old',
  subject: 'critical',
  detail: { value: 14.2, limit: 10, unit: 's' },
  openedAt: '2026-11-30T08:15:00.123456Z',
  closedAt: null,
  openingTold: false,
  ...change,
});
const BOARD = 'https://crier.example.com/';

describe('R-8.7 what the chat reads', () => {
  it('of a beginning: what, how bad, since when, what it means, what to do, where to look', () => {
    expect(incidentMessage(incident(), BOARD)).toEqual({
      title: 'Messages of the critical lane are late',
      severity: 'critical',
      facts: [
        { name: 'Measured', value: '14.2 s' },
        { name: 'Limit', value: '10 s' },
        { name: 'Began', value: '2026-11-30 08:15:00 UTC' },
      ],
      sections: [
        { heading: 'What it means', lines: [expect.stringContaining('longer than its lane allows')], links: [] },
        { heading: 'What to do', lines: [expect.stringContaining('start')], links: [] },
      ],
      links: [{ text: 'Open the board', url: 'https://crier.example.com/queues' }],
    });
  });

  it('R-4.7 of refused credentials: the provider and what it answered', () => {
    const refused = {
      rule: 'provider_credentials_refused',
      subject: 'ses',
      detail: { code: 'InvalidClientTokenId', status: 403 },
    };
    expect(incidentMessage(incident(refused), BOARD)).toMatchObject({
      title: 'ses refuses our credentials',
      facts: [{ name: 'Code', value: 'InvalidClientTokenId' }, { name: 'Status', value: '403' }, { name: 'Began' }],
    });
  });

  it.each([
    ['2026-11-30T08:15:09.9Z', '10 s'],
    ['2026-11-30T08:16:05Z', '1 min 5 s'],
    ['2026-11-30T10:20:00Z', '2 h 5 min'],
    ['2026-11-30T08:14:59Z', '0 s'],
  ])('of an end at %s: that it lasted %s', (closedAt, lasted) => {
    expect(incidentMessage(incident({ closedAt, openingTold: true }), BOARD)).toMatchObject({
      title: 'Over: Messages of the critical lane are late',
      severity: 'resolved',
      facts: [{ name: 'Began' }, { name: 'Ended' }, { name: 'Lasted', value: lasted }],
      sections: [],
    });
  });

  it('of an end whose beginning nobody heard of: how bad it was', () => {
    const { facts } = incidentMessage(incident({ closedAt: '2026-11-30T09:00:00Z' }), BOARD);
    expect(facts.map(({ name }) => name)).toEqual(['Began', 'Ended', 'Lasted', 'Measured', 'Limit']);
  });
});
