import {
  BAD_ADDRESS,
  CONFIGURATION,
  type CodeMeaning,
  REJECTED,
  THROTTLED,
  UNAVAILABLE,
  unlisted,
} from '../code-table.js';

/**
 * SES v1 error codes. Sources: the "Errors" sections of SendRawEmail and SendEmail, and "Common Error Types", in the Amazon
 * SES API Reference (2010-12-01).
 */
export const SES_CODES: Readonly<Record<string, CodeMeaning>> = {
  MessageRejected: REJECTED,
  InvalidParameterValue: REJECTED,
  InvalidParameterCombination: REJECTED,
  MissingParameter: REJECTED,
  ValidationError: REJECTED,
  Throttling: THROTTLED,
  ThrottlingException: THROTTLED,
  TooManyRequestsException: THROTTLED,
  ServiceUnavailable: UNAVAILABLE,
  MailFromDomainNotVerified: CONFIGURATION,
  MailFromDomainNotVerifiedException: CONFIGURATION,
  ConfigurationSetDoesNotExist: CONFIGURATION,
  ConfigurationSetDoesNotExistException: CONFIGURATION,
  ConfigurationSetSendingPausedException: CONFIGURATION,
  AccountSendingPausedException: CONFIGURATION,
  AccessDenied: CONFIGURATION,
  AccessDeniedException: CONFIGURATION,
  ExpiredToken: CONFIGURATION,
  ExpiredTokenException: CONFIGURATION,
  IncompleteSignature: CONFIGURATION,
  InvalidAction: CONFIGURATION,
  InvalidClientTokenId: CONFIGURATION,
  MissingAuthenticationToken: CONFIGURATION,
  NotAuthorized: CONFIGURATION,
  OptInRequired: CONFIGURATION,
  RequestExpired: CONFIGURATION,
  SignatureDoesNotMatch: CONFIGURATION,
  UnrecognizedClientException: CONFIGURATION,
};

/** Whether the table knows a code. */
export const isSesCode = (code: string): boolean => Object.hasOwn(SES_CODES, code);

/**
 * SES says two things with one code: the words tell an unverified sender or a paused account from a bad message, a bad
 * address from a bad field.
 */
export const sesMeaning = (code: string, message: string, status: number): CodeMeaning => {
  if (code === 'MessageRejected' && /not verified|sending (paused|suspended)|account is paused/i.test(message))
    return CONFIGURATION;
  if (code === 'InvalidParameterValue' && /address|domain|@|local/i.test(message)) return BAD_ADDRESS;
  return (isSesCode(code) ? SES_CODES[code] : undefined) ?? unlisted(status);
};
