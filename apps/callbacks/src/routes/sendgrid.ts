import { Router } from 'express';
import { ProblemError } from '../http/problem-error.js';
import { parseBody, rawBody, readRaw } from '../http/raw-body.js';
import type { RecordEvents } from '../record-events.js';
import { type SendgridTrust, verifySendgrid } from '../sendgrid/verify-sendgrid.js';
import { parseSendgridEvent } from '../vendors/sendgrid.js';

const SIGNATURE = 'x-twilio-email-event-webhook-signature';
const TIMESTAMP = 'x-twilio-email-event-webhook-timestamp';

/** `POST /callbacks/sendgrid`: a list of events. 204 after the commit of them all. */
export const sendgridRoute = (deps: { trust: SendgridTrust; record: RecordEvents }): Router => {
  const router = Router();
  router.post('/callbacks/sendgrid', readRaw, async (req, res) => {
    const body = rawBody(req);
    await verifySendgrid({ signature: req.get(SIGNATURE), timestamp: req.get(TIMESTAMP), body }, deps.trust);
    const events = parseBody(body);
    if (!Array.isArray(events)) throw new ProblemError('bad_request', 'This is no list of SendGrid events.');
    await deps.record(events.flatMap((event) => parseSendgridEvent(event) ?? []));
    res.status(204).end();
  });
  return router;
};
