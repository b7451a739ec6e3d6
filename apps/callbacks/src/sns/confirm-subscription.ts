import type { FetchText } from '../http/fetch-text.js';
import { tryAgain, unverified } from '../http/problem-error.js';
import { isSnsConfirmation } from './sns-address.js';
import type { SnsMessage } from './sns-message.js';

type Confirmation = Extract<SnsMessage, { Type: 'SubscriptionConfirmation' }>;

/** Confirms the subscription of a verified message by getting its SubscribeURL: 403 when that leads elsewhere, 503 when it fails. */
export const confirmSubscription = async (message: Confirmation, fetchText: FetchText): Promise<void> => {
  if (!isSnsConfirmation(message.SubscribeURL, message.TopicArn))
    throw unverified('SubscribeURL does not confirm a subscription to this topic.');
  await fetchText(message.SubscribeURL).catch(() => {
    throw tryAgain('SNS did not take the confirmation.');
  });
};
