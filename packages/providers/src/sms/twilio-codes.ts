import {
  BAD_ADDRESS,
  CONFIGURATION,
  type CodeMeaning,
  REJECTED,
  THROTTLED,
  UNAVAILABLE,
  UNSUBSCRIBED,
  unlisted,
} from '../code-table.js';

/** The account, its credentials, its state. All messages fail alike until we mend it. */
const ACCOUNT = {
  '10001': CONFIGURATION, // account is not active
  '20003': CONFIGURATION, // wrong credentials, or an account that is suspended or closed
  '20004': CONFIGURATION, // method not allowed: a wrong address
  '20005': CONFIGURATION, // account not active: no funds left
  '20006': CONFIGURATION, // access denied
  '20008': CONFIGURATION, // test credentials
  '20010': CONFIGURATION, // action disabled for the account
  '20403': CONFIGURATION, // forbidden
  '20404': CONFIGURATION, // no such account at this address
  '21608': CONFIGURATION, // a trial account, or one without an approved profile, sends to verified numbers only
  '90010': CONFIGURATION, // account is not active
} as const;

/** TWILIO_FROM, or the address of our callbacks. */
const SENDER = {
  '21212': CONFIGURATION, // not a number to send from
  '21601': CONFIGURATION, // not one of the account's numbers
  '21603': CONFIGURATION, // neither From nor MessagingServiceSid
  '21606': CONFIGURATION, // can't send messages to this destination
  '21607': CONFIGURATION, // a trial account's From
  '21609': CONFIGURATION, // StatusCallback is no URL that Twilio can call
  '21616': CONFIGURATION, // matches several numbers of the account
  '21657': CONFIGURATION, // sender name is not supported
  '21659': CONFIGURATION, // not Twilio's, or a short code of another country
  '21660': CONFIGURATION, // belongs to another account
  '21661': CONFIGURATION, // not able to send SMS
  '21701': CONFIGURATION, // no such messaging service
  '21704': CONFIGURATION, // the messaging service has no numbers
  '21705': CONFIGURATION, // the messaging service is invalid
  '21708': CONFIGURATION, // the service has no sender name
  '21709': CONFIGURATION, // the service may not use this sender name
} as const;

const RECIPIENT = {
  '21211': BAD_ADDRESS, // not a phone number
  '21214': BAD_ADDRESS, // cannot be reached
  '21217': BAD_ADDRESS, // does not appear to be valid
  '21265': BAD_ADDRESS, // a short code
  '21610': UNSUBSCRIBED, // answered STOP, until it answers START
  '21614': BAD_ADDRESS, // not a mobile number
  '21635': BAD_ADDRESS, // a landline where carriers take no SMS for one
  // One country or carrier that this account does not reach. Were Twilio paused for it, it would be lost to everybody else; and
  // the number is a good one, so the suppression list keeps out of it.
  '21408': REJECTED, // no permission for the region
  '21612': REJECTED, // this sender does not reach this carrier
  '21703': REJECTED, // the messaging service has no number for this country
} as const;

const MESSAGE = {
  '20422': REJECTED, // invalid parameter
  '21266': REJECTED, // To is From
  '21602': REJECTED, // no body
  '21604': REJECTED, // no To
  '21605': REJECTED, // over 160 characters (old accounts)
  '21617': REJECTED, // over 1600 characters
  '21618': REJECTED, // filtered by every carrier
  '21619': REJECTED, // nothing to send
} as const;

const PASSING = {
  '14107': THROTTLED, // to this number too often in a short time
  '20429': THROTTLED, // too many requests
  '20503': UNAVAILABLE, // service unavailable
  '21611': THROTTLED, // the queue of From is full
  '21702': UNAVAILABLE, // the messaging service can't send just now: "retry"
  '21730': UNAVAILABLE, // maintenance
} as const;

/**
 * What Twilio answers when a message is created. Source: Twilio's Error and Warning Dictionary
 * (https://www.twilio.com/docs/api/errors). The codes from 30001 on are of messages that it took: callbacks hear of those.
 * Not here is 20500, an error inside Twilio: like any 500 it proves nothing.
 */
export const TWILIO_CODES: Readonly<Record<string, CodeMeaning>> = {
  ...ACCOUNT,
  ...SENDER,
  ...RECIPIENT,
  ...MESSAGE,
  ...PASSING,
};

/** Whether the table knows a code. */
export const isTwilioCode = (code: string): boolean => Object.hasOwn(TWILIO_CODES, code);

export const twilioMeaning = (code: string, status: number): CodeMeaning =>
  (isTwilioCode(code) ? TWILIO_CODES[code] : undefined) ?? unlisted(status);
