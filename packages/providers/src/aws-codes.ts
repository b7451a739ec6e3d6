import { CONFIGURATION, type CodeMeaning, REJECTED, THROTTLED, UNAVAILABLE } from './code-table.js';

/**
 * What every AWS service of the Query protocol may answer. Source: "Common Error Types" of their API references. InternalFailure
 * is not here: like any 500 it proves nothing.
 */
export const AWS_CODES = {
  AccessDenied: CONFIGURATION,
  AccessDeniedException: CONFIGURATION,
  ExpiredToken: CONFIGURATION,
  ExpiredTokenException: CONFIGURATION,
  IncompleteSignature: CONFIGURATION,
  InvalidAction: CONFIGURATION,
  InvalidClientTokenId: CONFIGURATION,
  InvalidParameterCombination: REJECTED,
  InvalidParameterValue: REJECTED,
  MissingAuthenticationToken: CONFIGURATION,
  MissingParameter: REJECTED,
  NotAuthorized: CONFIGURATION,
  OptInRequired: CONFIGURATION,
  RequestExpired: CONFIGURATION,
  ServiceUnavailable: UNAVAILABLE,
  SignatureDoesNotMatch: CONFIGURATION,
  Throttling: THROTTLED,
  ThrottlingException: THROTTLED,
  UnrecognizedClientException: CONFIGURATION,
  ValidationError: REJECTED,
} as const satisfies Readonly<Record<string, CodeMeaning>>;
