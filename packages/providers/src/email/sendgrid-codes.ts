import { BAD_ADDRESS, CONFIGURATION, type CodeMeaning, REJECTED, THROTTLED, UNAVAILABLE } from '../code-table.js';

/** One of the errors of an answer: `field` names the parameter, as in `personalizations.0.to.0.email`, or is empty. */
export interface SendGridError {
  readonly message: string;
  readonly field: string;
}

/** A row: it is meant if the status is one of these and one error has this field or says these words. */
export interface SendGridCode {
  /** Our name for it: SendGrid has fields and words, and no codes. */
  readonly code: string;
  readonly statuses: readonly number[];
  readonly field?: RegExp;
  readonly says?: RegExp;
  readonly meaning: CodeMeaning;
}

const PARAMETERS =
  /^(personalizations|subject|content|headers|custom_args|tracking_settings|mail_settings|reply_to|attachments)(\.|$)/;

/**
 * What SendGrid answers to a send. Where an answer holds several errors the first row that fits one of them decides, so our
 * own faults stand first: the message is not to blame while they last. Sources, Twilio SendGrid's documentation: API
 * reference, "Mail Send", "Errors"; "How to use the SendGrid v3 API", "Errors" and "Rate limits"; support article "4XX API
 * Errors and Troubleshooting Suggestions".
 */
export const SENDGRID_CODES: readonly SendGridCode[] = [
  {
    code: 'credits_exceeded',
    statuses: [401, 403],
    says: /maximum credits exceeded/i,
    meaning: CONFIGURATION,
  },
  {
    code: 'key_refused',
    statuses: [401, 403],
    says: /authorization grant is invalid|wrong credentials|authorization required/i,
    meaning: CONFIGURATION,
  },
  {
    code: 'not_authorized',
    statuses: [401, 403],
    says: /not authorized|access forbidden/i,
    meaning: CONFIGURATION,
  },
  { code: 'ip_refused', statuses: [401, 403], says: /ip address is not/i, meaning: CONFIGURATION },
  { code: 'sender_not_verified', statuses: [401, 403], says: /verified sender identity/i, meaning: CONFIGURATION },
  { code: 'sender', statuses: [400], field: /^from(\.|$)/, meaning: CONFIGURATION },
  { code: 'not_found', statuses: [404, 405], meaning: CONFIGURATION },
  { code: 'wrong_region', statuses: [451], meaning: CONFIGURATION },
  {
    code: 'recipient',
    statuses: [400],
    field: /^personalizations\.\d+\.to(\.\d+(\.email)?)?$/,
    meaning: BAD_ADDRESS,
  },
  { code: 'parameter', statuses: [400], field: PARAMETERS, meaning: REJECTED },
  { code: 'bad_request', statuses: [400], says: /^bad request/i, meaning: REJECTED },
  { code: 'payload_too_large', statuses: [413], meaning: REJECTED },
  { code: 'unsupported_media_type', statuses: [406, 415], meaning: REJECTED },
  { code: 'too_many_requests', statuses: [429], meaning: THROTTLED },
  { code: 'not_available', statuses: [503], meaning: UNAVAILABLE },
];

const meant = ({ field, says }: SendGridCode, error: SendGridError): boolean =>
  (field?.test(error.field) ?? true) && (says?.test(error.message) ?? true);

/** The row that an answer means; undefined for an answer without errors that we can read, and for one that no row lists. */
export const sendgridCode = (status: number, errors: readonly SendGridError[]): SendGridCode | undefined =>
  SENDGRID_CODES.find((row) => row.statuses.includes(status) && errors.some((error) => meant(row, error)));
