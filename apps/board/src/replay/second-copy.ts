import { readReplayFacts } from '@crier/db';
import type { ReplayTarget } from '@crier/domain';
import { html } from '@crier/runtime';
import type { Request } from 'express';
import { fieldsOf } from '../http/form.js';
import { Refusal } from '../http/refusal.js';
import type { RetryDeps } from '../retry/retry-deps.js';

const FIELD = 'secondCopy';

/** The warning before what may already have arrived, which has to be ticked (R-8.3b). */
export const secondCopyBox = html`<label class="check"><input type="checkbox" name="${FIELD}" value="accepted" required> I have looked, and a second copy is acceptable</label>`;

export const isSecondCopyAccepted = (req: Request): boolean => fieldsOf(req, FIELD)[0] === 'accepted';

/** Refuses a replay of one message that may already have arrived, for a form that has not said that this is acceptable. */
export const requireWarning = async ({ sql, categories }: RetryDeps, target: ReplayTarget): Promise<void> => {
  const [id, ...more] = target.kind === 'ids' ? target.ids : [];
  if (id === undefined || more.length > 0) return;
  const [facts] = await readReplayFacts(sql, [id], categories());
  if (facts?.replayable && facts.reason === 'unknown_outcome')
    throw new Refusal(
      422,
      'It may already have arrived',
      'Nothing was done. Look first, then say on its page that a second copy is acceptable.',
    );
};
