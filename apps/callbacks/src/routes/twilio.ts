import type { Clock } from '@crier/runtime';
import { Router } from 'express';
import { rawBody, readRaw } from '../http/raw-body.js';
import type { RecordEvents } from '../record-events.js';
import type { RecordWishes } from '../record-wishes.js';
import { verifyTwilio } from '../twilio/verify-twilio.js';
import { parseTwilioInbound, parseTwilioStatus } from '../vendors/twilio.js';

const KEY = /^[0-9a-f]{32}$/;

export interface TwilioDeps {
  readonly authToken: string | undefined;
  /** Where Twilio reaches this app: the signature is over it. */
  readonly publicUrl: string;
  readonly record: RecordEvents;
  readonly recordWishes: RecordWishes;
  readonly clock: Clock;
}

/** `POST /callbacks/twilio`: what became of an SMS (`?key=` is our delivery's), or what somebody wrote to our number. */
export const twilioRoute = ({ authToken, publicUrl, record, recordWishes, clock }: TwilioDeps): Router => {
  const base = publicUrl.replace(/\/+$/, '');
  const router = Router();
  router.post('/callbacks/twilio', readRaw, async (req, res) => {
    const form = new URLSearchParams(rawBody(req).toString('utf8'));
    verifyTwilio({ signature: req.get('x-twilio-signature'), url: `${base}${req.originalUrl}`, form }, authToken);
    const at = new Date(clock.nowMs()).toISOString();
    const { key } = req.query;
    const event = parseTwilioStatus(typeof key === 'string' && KEY.test(key) ? key : null, form, at);
    const wish = parseTwilioInbound(form, at);
    if (event !== null) await record([event]);
    else if (wish !== null) await recordWishes([wish]);
    res.status(204).end();
  });
  return router;
};
