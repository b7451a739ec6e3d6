import { KEY_NAME } from '../delivery-key.js';
import type { CallbackOutcome } from './callback-settings.js';
import type { Report } from './report.js';

const MTA = 'sandbox.example.com';
const ACCOUNT_ID = '000000000000';

const iso = (ms: number): string => new Date(ms).toISOString();

const feedback = ({ id, happenedAt }: Report) => ({
  feedbackId: `0100${happenedAt.toString(16).padStart(12, '0')}-${id}-000000`,
  timestamp: iso(happenedAt),
});

/** The part of the event that its type names. */
const DETAILS: Readonly<Record<CallbackOutcome, (report: Report) => Readonly<Record<string, unknown>>>> = {
  delivered: ({ to, acceptedAt, happenedAt }) => ({
    eventType: 'Delivery',
    delivery: {
      timestamp: iso(happenedAt),
      processingTimeMillis: happenedAt - acceptedAt,
      recipients: to,
      smtpResponse: '250 2.6.0 Message received',
      reportingMTA: MTA,
    },
  }),
  bounced: (report) => ({
    eventType: 'Bounce',
    bounce: {
      ...feedback(report),
      bounceType: 'Permanent',
      bounceSubType: 'General',
      bouncedRecipients: report.to.map((emailAddress) => ({
        emailAddress,
        action: 'failed',
        status: '5.1.1',
        diagnosticCode: 'smtp; 550 5.1.1 user unknown',
      })),
      reportingMTA: `dns; ${MTA}`,
    },
  }),
  complained: (report) => ({
    eventType: 'Complaint',
    complaint: {
      ...feedback(report),
      complaintSubType: null,
      complainedRecipients: report.to.map((emailAddress) => ({ emailAddress })),
      userAgent: 'Crier provider sandbox',
      complaintFeedbackType: 'abuse',
      arrivalDate: iso(report.acceptedAt),
    },
  }),
};

/**
 * What SES publishes of a message through a configuration set: only there are its tags in the event
 * (https://docs.aws.amazon.com/ses/latest/dg/event-publishing-retrieving-sns-contents.html). The headers are those that
 * the sandbox knows without taking the message apart, hence `headersTruncated`.
 */
export const sesEvent = (report: Report): Readonly<Record<string, unknown>> => ({
  ...DETAILS[report.settings.outcome](report),
  mail: {
    timestamp: iso(report.acceptedAt),
    source: report.from,
    sendingAccountId: ACCOUNT_ID,
    messageId: report.messageId,
    destination: report.to,
    headersTruncated: true,
    headers: [
      { name: 'From', value: report.from },
      { name: 'To', value: report.to.join(', ') },
    ],
    commonHeaders: { from: [report.from], to: report.to, messageId: report.messageId },
    tags: {
      'ses:operation': [report.operation],
      ...(report.key === null ? {} : { [KEY_NAME]: [report.key] }),
    },
  },
});
