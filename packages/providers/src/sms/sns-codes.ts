import { AWS_CODES } from '../aws-codes.js';
import {
  CONFIGURATION,
  type CodeMeaning,
  DOUBTFUL_ADDRESS,
  REJECTED,
  THROTTLED,
  UNSUBSCRIBED,
  unlisted,
} from '../code-table.js';

/**
 * SNS error codes, as its SDK names them (`InvalidParameter` on the wire is InvalidParameterException). Source: the "Errors"
 * sections of Publish and of the SMS calls in the Amazon SNS API Reference (2010-03-31). Those of topics, keys and mobile
 * endpoints are left out: a text goes to a number. So is InternalErrorException: like any 500 it proves nothing.
 */
export const SNS_CODES: Readonly<Record<string, CodeMeaning>> = {
  ...AWS_CODES,
  AuthorizationErrorException: CONFIGURATION,
  InvalidSecurityException: CONFIGURATION,
  InvalidParameterException: REJECTED,
  InvalidParameterValueException: REJECTED,
  // There is nothing that a number could be missing: the endpoint is not the one of SNS.
  NotFoundException: CONFIGURATION,
  OptedOutException: UNSUBSCRIBED,
  ThrottledException: THROTTLED,
  UserErrorException: REJECTED,
  ValidationException: REJECTED,
};

/** Whether the table knows a code. */
export const isSnsCode = (code: string): boolean => Object.hasOwn(SNS_CODES, code);

const PARAMETER = /^InvalidParameter(Value)?Exception$/;

/**
 * SNS has one code for every parameter: the words tell who answered STOP, the number and the sender name from the rest. It
 * refuses good numbers in the same words in a region that has no SMS, so the suppression list keeps out of that.
 */
export const snsMeaning = (code: string, message: string, status: number): CodeMeaning => {
  if (PARAMETER.test(code) && /opted out/i.test(message)) return UNSUBSCRIBED;
  if (PARAMETER.test(code) && /sender.?id/i.test(message)) return CONFIGURATION;
  if (PARAMETER.test(code) && /phone.?number/i.test(message)) return DOUBTFUL_ADDRESS;
  return (isSnsCode(code) ? SNS_CODES[code] : undefined) ?? unlisted(status);
};
