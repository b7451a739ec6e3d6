import { audit, correctAddress, countOpenDeadLetters, listDeadLetters, listDeadLetterTypes, type Sql } from '@crier/db';
import { addressFor, isAddressed, type RedriveRule, type TypeCategories } from '@crier/domain';
import type { NotificationType } from '@crier/templates';
import { type Request, type RequestHandler, type Response, Router } from 'express';
import { csrfOf, requireCsrf } from '../http/csrf.js';
import { fieldsOf, readForm } from '../http/form.js';
import { operatorsOnly } from '../http/operators-only.js';
import { Refusal } from '../http/refusal.js';
import { userOf } from '../login/account.js';
import { isRowId } from '../retry/is-row-id.js';
import { detailPage } from './detail-page.js';
import { filterOf, readListQuery } from './list-filter.js';
import { listPage } from './list-page.js';
import { type DeadLetterDetail, readDetail } from './read-detail.js';

const PAGE = 50;

export interface DeadLetterOptions {
  readonly sql: Sql;
  readonly typeOf: (name: string) => NotificationType | undefined;
  readonly maxReplays: number;
  /** What people may opt out of by now, and what nobody can. */
  readonly categories: () => TypeCategories;
  /** How dead letters are put back by themselves. */
  readonly redrive: RedriveRule;
}

const notThere = () =>
  new Refusal(
    404,
    'No such dead letter',
    'There is none by this id, or retention has dropped it. The list has all that are open.',
  );

const showList =
  ({ sql, redrive }: DeadLetterOptions): RequestHandler =>
  async (req, res) => {
    const query = readListQuery(req.query);
    const page = { limit: PAGE, cursor: query.cursor };
    const [counts, types, { items, next }] = await Promise.all([
      countOpenDeadLetters(sql),
      listDeadLetterTypes(sql),
      listDeadLetters(sql, filterOf(query), page),
    ]);
    res.type('html').send(listPage({ query, counts, types, items, next }, { user: userOf(res), redrive }));
  };

/** Dead letters to read: the list, and each with its story. What replays them is in `replay/`. */
export const deadLetterRoutes = (options: DeadLetterOptions): Router => {
  const { sql, maxReplays, redrive } = options;
  const find = async (req: Request, isRevealed: boolean): Promise<DeadLetterDetail> => {
    const id = String(req.params.id).toLowerCase();
    const detail = isRowId(id) ? await readDetail(options, id, isRevealed) : undefined;
    if (detail === undefined) throw notThere();
    return detail;
  };
  const show = (res: Response, detail: DeadLetterDetail, isRevealed: boolean): void => {
    const view = { user: userOf(res), csrf: csrfOf(res), isRevealed, maxReplays, redrive };
    res.type('html').send(detailPage(detail, view));
  };
  const write = [readForm, operatorsOnly, requireCsrf] as const;

  const router = Router();
  router.get('/', showList(options));
  router.get('/:id', async (req, res) => show(res, await find(req, false), false));
  router.post('/:id/reveal', ...write, async (req, res) => {
    const detail = await find(req, true);
    await audit(sql, { actor: userOf(res).name, action: 'recipient_revealed', subject: detail.letter.id });
    show(res, detail, true);
  });
  router.post('/:id/address', ...write, async (req, res) => {
    const { delivery } = await find(req, false);
    const given = fieldsOf(req, 'address')[0] ?? '';
    const { channel } = delivery;
    const found = isAddressed(channel) ? addressFor({ email: given, phone: given, whatsapp: given }, channel) : 'none';
    if (typeof found === 'string')
      throw new Refusal(
        422,
        'Not an address',
        'Nothing was changed: no message can be sent there. Go back and look at it again.',
      );
    const changed = await correctAddress(sql, { id: delivery.id, address: found.address, operator: userOf(res).name });
    if (!changed)
      throw new Refusal(409, 'Not dead any more', 'Nothing was changed: it has been replayed or closed meanwhile.');
    res.redirect(303, `/dead-letters/${delivery.id}`);
  });
  return router;
};
