import type { Logger } from '@crier/runtime';
import { Router } from 'express';
import type { FetchText } from '../http/fetch-text.js';
import { parseBody, rawBody, readRaw } from '../http/raw-body.js';
import type { RecordEvents } from '../record-events.js';
import { confirmSubscription } from '../sns/confirm-subscription.js';
import { parseSnsMessage } from '../sns/sns-message.js';
import { type SnsTrust, verifySns } from '../sns/verify-sns.js';
import { parseSesMessage } from '../vendors/ses.js';

export interface SesRouteDeps {
  readonly trust: SnsTrust;
  readonly fetchText: FetchText;
  readonly record: RecordEvents;
  readonly log: Logger;
}

/** `POST /callbacks/ses`: SES reports through an SNS topic. 204 after the commit. */
export const sesRoute = ({ trust, fetchText, record, log }: SesRouteDeps): Router => {
  const router = Router();
  router.post('/callbacks/ses', readRaw, async (req, res) => {
    const message = parseSnsMessage(parseBody(rawBody(req)));
    await verifySns(message, trust);
    const { Type, TopicArn } = message;
    if (Type === 'SubscriptionConfirmation') {
      await confirmSubscription(message, fetchText);
      log.info({ topic: TopicArn }, 'subscribed to a topic');
    } else if (Type === 'UnsubscribeConfirmation') {
      log.warn({ topic: TopicArn }, 'somebody ended the subscription to a topic: its events no longer come');
    } else {
      const event = parseSesMessage(message.Message);
      await record(event === null ? [] : [event]);
    }
    res.status(204).end();
  });
  return router;
};
