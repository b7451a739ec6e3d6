import { describe, expect, it } from 'vitest';
import { parseSesMessage } from './ses.js';

/** After the examples of https://docs.aws.amazon.com/ses/latest/dg/event-publishing-retrieving-sns-examples.html */
const MAIL = {
  timestamp: '2017-08-05T00:40:02.012Z',
  source: 'Sender Name <sender@example.com>',
  sourceArn: 'arn:aws:ses:us-east-1:123456789012:identity/sender@example.com',
  sendingAccountId: '123456789012',
  messageId: 'EXAMPLE7c191be45-e9aedb9a-02f9-4d12-a87d-dd0099a07f8a-000000',
  destination: ['recipient@example.com'],
  headersTruncated: false,
  headers: [{ name: 'From', value: 'Sender Name <sender@example.com>' }],
  commonHeaders: { from: ['Sender Name <sender@example.com>'], messageId: 'EXAMPLE7c191be45' },
  tags: {
    'ses:configuration-set': ['ConfigSet'],
    'ses:source-ip': ['192.0.2.0'],
    'crier-key': ['019abc0000008aaa8bbbccccccccccc1'],
  },
};
const BOUNCE = {
  bounceType: 'Permanent',
  bounceSubType: 'General',
  bouncedRecipients: [
    {
      emailAddress: 'recipient@example.com',
      action: 'failed',
      status: '5.1.1',
      diagnosticCode: 'smtp; 550 5.1.1 <recipient@example.com>: user unknown',
    },
  ],
  timestamp: '2017-08-05T00:41:02.669Z',
  feedbackId: '01000157c44f053b-61b59c11-9236-11e6-8f96-7be8aexample-000000',
  reportingMTA: 'dsn; mta.example.com',
};
const COMPLAINT = {
  complainedRecipients: [{ emailAddress: 'recipient@example.com' }],
  timestamp: '2017-08-05T00:41:02.669Z',
  feedbackId: '01000157c44f053b-61b59c11-9236-11e6-8f96-7be8aexample-000000',
  userAgent: 'Amazon SES Mailbox Simulator',
  complaintFeedbackType: 'abuse',
  complaintSubType: null,
  arrivalDate: '2017-08-05T00:41:02.669Z',
};
const DELIVERY = {
  timestamp: '2016-10-19T23:21:04.133Z',
  processingTimeMillis: 11893,
  recipients: ['recipient@example.com'],
  smtpResponse: '250 2.6.0 Message received',
  reportingMTA: 'mta.example.com',
};
const parse = (event: Record<string, unknown>) => parseSesMessage(JSON.stringify({ mail: MAIL, ...event }));
const SENT = '2017-08-05T00:40:02.012Z';
const LATER = '2017-08-05T00:41:02.669Z';

type Row = readonly [what: string, event: Record<string, unknown>, means: Record<string, unknown>];
const MEANINGS: readonly Row[] = [
  ['Send', { eventType: 'Send', send: {} }, { kind: 'accepted', at: SENT, code: null }],
  [
    'Delivery',
    { eventType: 'Delivery', delivery: DELIVERY },
    { kind: 'delivered', at: '2016-10-19T23:21:04.133Z', detail: '250 2.6.0 Message received' },
  ],
  [
    'Bounce, Permanent',
    { eventType: 'Bounce', bounce: BOUNCE },
    { kind: 'bounced', at: LATER, code: '5.1.1', detail: 'smtp; 550 5.1.1 <[address]>: user unknown' },
  ],
  [
    'Bounce, Permanent, on a suppression list',
    {
      eventType: 'Bounce',
      bounce: {
        ...BOUNCE,
        bounceSubType: 'OnAccountSuppressionList',
        bouncedRecipients: [{ emailAddress: 'r@example.com' }],
      },
    },
    { kind: 'bounced', code: 'OnAccountSuppressionList' },
  ],
  [
    'Bounce, Transient',
    { eventType: 'Bounce', bounce: { ...BOUNCE, bounceType: 'Transient', bounceSubType: 'MailboxFull' } },
    { kind: 'deferred' },
  ],
  [
    'Bounce, Undetermined',
    { eventType: 'Bounce', bounce: { ...BOUNCE, bounceType: 'Undetermined' } },
    { kind: 'deferred' },
  ],
  ['Complaint', { eventType: 'Complaint', complaint: COMPLAINT }, { kind: 'complained', at: LATER, code: 'abuse' }],
  [
    'Complaint that nobody made',
    { eventType: 'Complaint', complaint: { ...COMPLAINT, complaintSubType: 'OnAccountSuppressionList' } },
    { kind: 'rejected', code: 'OnAccountSuppressionList' },
  ],
  [
    'Reject',
    { eventType: 'Reject', reject: { reason: 'Bad content' } },
    { kind: 'rejected', at: SENT, code: 'Reject', detail: 'Bad content' },
  ],
  [
    'Rendering Failure',
    { eventType: 'Rendering Failure', failure: { templateName: 'T', errorMessage: "Attribute 'x' is not present" } },
    { kind: 'rejected', code: 'RenderingFailure', detail: "Attribute 'x' is not present" },
  ],
  [
    'DeliveryDelay',
    { eventType: 'DeliveryDelay', deliveryDelay: { timestamp: LATER, delayType: 'TransientCommunicationFailure' } },
    { kind: 'deferred', at: LATER, code: 'TransientCommunicationFailure' },
  ],
];

describe('R-10.1 what an event of SES means', () => {
  it.each(MEANINGS)('%s', (_what, event, means) => {
    expect(parse(event)).toMatchObject({
      provider: 'ses',
      messageId: MAIL.messageId,
      address: 'recipient@example.com',
      deliveryKey: '019abc0000008aaa8bbbccccccccccc1',
      ...means,
    });
  });

  it.each([
    ['Delivery', { delivery: DELIVERY }, 'delivered'],
    ['Bounce', { bounce: BOUNCE }, 'bounced'],
    ['Complaint', { complaint: COMPLAINT }, 'complained'],
  ])('the older notificationType %s, which has no tags', (notificationType, part, kind) => {
    const { tags: _tags, ...mail } = MAIL;
    expect(parse({ notificationType, ...part, mail })).toMatchObject({
      kind,
      deliveryKey: null,
      messageId: MAIL.messageId,
    });
    const headers = [{ name: 'x-crier-key', value: 'K' }];
    expect(parse({ notificationType, ...part, mail: { ...mail, headers } })).toMatchObject({ deliveryKey: 'K' });
  });

  it.each([
    ['Open', { eventType: 'Open', open: {} }],
    ['Click', { eventType: 'Click', click: {} }],
    ['Subscription', { eventType: 'Subscription', subscription: {} }],
    ['a name of JavaScript', { eventType: 'constructor' }],
    ['no type', {}],
    ['no mail', { eventType: 'Delivery', mail: undefined }],
    ['no time at all', { eventType: 'Send', mail: { ...MAIL, timestamp: 'soon' } }],
    ['a field of another shape', { eventType: 'Bounce', bounce: 'hard' }],
  ])('%s says nothing', (_what, event) => {
    expect(parse(event)).toBeNull();
  });

  it.each([
    [{ destination: ['To@Example.com'] }, 'forwarded@example.net', 'to@example.com'],
    [{ destination: undefined }, 'Alone@Example.com', 'alone@example.com'],
    [{ destination: ['a@example.com', 'b@example.com'] }, 'b@example.com', 'b@example.com'],
    [{ destination: [] }, 'nobody', null],
  ])('names whom it went to: %j and %s', (mail, emailAddress, address) => {
    const bounce = { ...BOUNCE, bouncedRecipients: [{ emailAddress }] };
    expect(parse({ eventType: 'Bounce', bounce, mail: { ...MAIL, ...mail } })).toMatchObject({ address });
    const complaint = { ...COMPLAINT, complainedRecipients: [{ emailAddress }] };
    expect(parse({ eventType: 'Complaint', complaint, mail: { ...MAIL, ...mail } })).toMatchObject({ address });
  });

  it('text that is no JSON says nothing', () => {
    expect(parseSesMessage('Successfully validated SNS topic for Amazon SES event publishing.')).toBeNull();
  });

  it('falls back to the time of the mail, and looks for no message id that cannot be one', () => {
    const bounce = { ...BOUNCE, timestamp: 'yesterday', bouncedRecipients: [] };
    const mail = { ...MAIL, messageId: 'a b\u0000c' };
    expect(parse({ eventType: 'Bounce', bounce, mail })).toMatchObject({ at: SENT, code: 'General', messageId: null });
  });

  it('R-10.5 keeps no address, no control character and no more than 500 characters', () => {
    const diagnosticCode = `to asha@example.com\u0000${'x'.repeat(5_000)}`;
    const bounce = { ...BOUNCE, bouncedRecipients: [{ status: '5.0.0', diagnosticCode }] };
    const { detail } = parse({ eventType: 'Bounce', bounce }) ?? {};
    expect(detail).toMatch(/^to \[address\] x+$/);
    expect(detail).toHaveLength(500);
  });
});
