import type { Channel } from '../channel.js';

/** Whether an entry of the suppression list is the person's own word, as a STOP: they alone take it back. The others are evidence. */
export const isOwnWord = (reason: string): boolean => reason === 'unsubscribed';

/**
 * Whether an entry stands back for a type that is mandatory or not: nobody opts out of what is mandatory (R-6.2), also not by
 * writing STOP. Over SMS the carriers' rules are stricter, and the providers refuse such a number anyway.
 */
export const isOverruled = (reason: string, channel: Channel, mandatory: boolean): boolean =>
  isOwnWord(reason) && channel !== 'sms' && mandatory;
