import { Router } from 'express';
import { ProblemError, unverified } from '../http/problem-error.js';
import { MIB, parseBody, rawBody, readRawUpTo } from '../http/raw-body.js';
import type { RecordEvents } from '../record-events.js';
import type { RecordWishes } from '../record-wishes.js';
import { parseWhatsapp } from '../vendors/whatsapp.js';
import { isVerifyToken, verifyWhatsapp } from '../whatsapp/verify-whatsapp.js';

/** Meta gathers: a webhook has up to 3 MB (https://developers.facebook.com/docs/whatsapp/cloud-api/webhooks). */
const LIMIT_BYTES = 4 * MIB;

export interface WhatsappDeps {
  readonly appSecret: string | undefined;
  readonly verifyToken: string | undefined;
  readonly record: RecordEvents;
  readonly recordWishes: RecordWishes;
}

/** `GET /callbacks/whatsapp`: Meta asks whether the webhook is ours. `POST`: statuses and what people wrote; 200 after the commit, because Meta takes nothing else for an answer. */
export const whatsappRoute = ({ appSecret, verifyToken, record, recordWishes }: WhatsappDeps): Router => {
  const router = Router();
  router.get('/callbacks/whatsapp', (req, res) => {
    const { 'hub.mode': mode, 'hub.verify_token': token, 'hub.challenge': challenge } = req.query;
    if (mode !== 'subscribe' || typeof challenge !== 'string' || !isVerifyToken(token, verifyToken))
      throw unverified('hub.verify_token is not WHATSAPP_VERIFY_TOKEN.');
    res.type('text/plain').set('X-Content-Type-Options', 'nosniff').send(challenge);
  });
  router.post('/callbacks/whatsapp', readRawUpTo(LIMIT_BYTES), async (req, res) => {
    const body = rawBody(req);
    verifyWhatsapp(body, req.get('x-hub-signature-256'), appSecret);
    const said = parseWhatsapp(parseBody(body));
    if (said === undefined) throw new ProblemError('bad_request', 'This is no webhook of the WhatsApp Cloud API.');
    await record(said.events);
    await recordWishes(said.wishes);
    res.status(200).end();
  });
  return router;
};
