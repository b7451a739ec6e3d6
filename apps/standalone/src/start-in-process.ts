import type { RunningApp } from '@crier/runtime';
import { startBoardApp } from './apps/board.js';
import { startCallbacksApp } from './apps/callbacks.js';
import { startDocumentsApp } from './apps/documents.js';
import { startInboxApp } from './apps/inbox.js';
import { startIntakeApp } from './apps/intake.js';
import { startRelayApp } from './apps/relay.js';
import { startRouterApp } from './apps/router.js';
import { startSandboxApp } from './apps/sandbox.js';
import { startSchedulerApp } from './apps/scheduler.js';
import { senderApp } from './apps/sender.js';
import type { MemberName } from './fleet.js';
import type { Run } from './launcher.js';
import type { Place } from './places.js';
import type { Shared, StartApp } from './shared.js';

const START: Readonly<Record<MemberName, StartApp>> = {
  sandbox: startSandboxApp,
  callbacks: startCallbacksApp,
  'sender-email': senderApp('email'),
  'sender-sms': senderApp('sms'),
  'sender-whatsapp': senderApp('whatsapp'),
  'sender-push': senderApp('push'),
  'sender-inapp': senderApp('inapp'),
  documents: startDocumentsApp,
  router: startRouterApp,
  relay: startRelayApp,
  scheduler: startSchedulerApp,
  inbox: startInboxApp,
  board: startBoardApp,
  intake: startIntakeApp,
};

/** Starts every app in this process. They drain together; the sandbox goes last, for what the sender has in flight. */
export const startInProcess = async (run: Run, places: readonly Place[], shared: Shared): Promise<void> => {
  const started: RunningApp[] = [];
  const close = (which: (app: RunningApp) => boolean) => async () =>
    void (await Promise.all(started.filter(which).map((app) => app.close())));
  run.onStop(close(({ name }) => name === 'sandbox'));
  run.onStop(close(({ name }) => name !== 'sandbox'));
  for (const place of places) {
    run.signal.throwIfAborted();
    started.push(await START[place.name](shared, place));
  }
};
