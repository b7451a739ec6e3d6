import { createBullBoard as createBoard } from '@bull-board/api';
import { BullMQAdapter } from '@bull-board/api/bullMQAdapter';
import { ExpressAdapter } from '@bull-board/express';
import { describeQueue, type Queues } from '@crier/queue';
import type { RequestHandler } from 'express';
import { THEME } from './theme.js';
import { withoutFonts } from './without-fonts.js';

const ABOUT = {
  router: 'Events on their way to become deliveries',
  channel: 'Deliveries on their way to a provider',
  documents: 'Documents on their way to be rendered; who waits for one is released when it is ready',
  'dead-letters': 'Deliveries that need a person; a retry replays one',
} as const;

/** Bull Board's pages and API over these queues. Read only hides its buttons too. */
export const createBullBoard = (options: {
  queues: Queues;
  names: readonly string[];
  readOnly: boolean;
}): RequestHandler => {
  const serverAdapter = new ExpressAdapter().setBasePath('/queues');
  createBoard({
    serverAdapter,
    queues: options.names.map(
      (name) =>
        new BullMQAdapter(options.queues.get(name), {
          readOnlyMode: options.readOnly,
          description: ABOUT[describeQueue(name).kind],
          delimiter: '.',
        }),
    ),
    options: {
      uiConfig: {
        boardTitle: 'Crier queues',
        boardLogo: { path: '/page/icon.svg', width: 24, height: 24 },
        favIcon: { default: '/page/icon.svg', alternative: '/page/icon.svg' },
        miscLinks: [{ text: 'Crier overview', url: '/' }],
        hideDocsLink: true,
        theme: THEME,
        ...(options.readOnly ? { environment: { label: 'Read only', color: '#fbf0d9', textColor: '#7a4b00' } } : {}),
      },
    },
  });
  return withoutFonts(serverAdapter.getRouter()).disable('x-powered-by');
};
