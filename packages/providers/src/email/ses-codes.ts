import { AWS_CODES } from '../aws-codes.js';
import { CONFIGURATION, type CodeMeaning, DOUBTFUL_ADDRESS, REJECTED, THROTTLED, unlisted } from '../code-table.js';

/**
 * SES v1 error codes. Sources: the "Errors" sections of SendRawEmail and SendEmail in the Amazon SES API Reference
 * (2010-12-01).
 */
export const SES_CODES: Readonly<Record<string, CodeMeaning>> = {
  ...AWS_CODES,
  MessageRejected: REJECTED,
  TooManyRequestsException: THROTTLED,
  MailFromDomainNotVerified: CONFIGURATION,
  MailFromDomainNotVerifiedException: CONFIGURATION,
  ConfigurationSetDoesNotExist: CONFIGURATION,
  ConfigurationSetDoesNotExistException: CONFIGURATION,
  ConfigurationSetSendingPausedException: CONFIGURATION,
  AccountSendingPausedException: CONFIGURATION,
};

/** Whether the table knows a code. */
export const isSesCode = (code: string): boolean => Object.hasOwn(SES_CODES, code);

/**
 * SES says two things with one code: the words tell an unverified sender or a paused account from a bad message, a bad
 * address from a bad field. Whose address it is they don't say: the suppression list learns of it from a bounce.
 */
export const sesMeaning = (code: string, message: string, status: number): CodeMeaning => {
  if (code === 'MessageRejected' && /not verified|sending (paused|suspended)|account is paused/i.test(message))
    return CONFIGURATION;
  if (code === 'InvalidParameterValue' && /address|domain|@|local/i.test(message)) return DOUBTFUL_ADDRESS;
  return (isSesCode(code) ? SES_CODES[code] : undefined) ?? unlisted(status);
};
