import { describe, expect, it } from 'vitest';
import { parseSendgridEvent } from './sendgrid.js';

/** After the examples of https://www.twilio.com/docs/sendgrid/for-developers/tracking-events/event */
const COMMON = {
  email: 'example@test.com',
  timestamp: 1513299569,
  'smtp-id': '<14c5d75ce93.dfd.64b469@ismtpd-555>',
  category: ['cat facts'],
  sg_event_id: 'sg_event_id',
  sg_message_id: '14c5d75ce93.dfd.64b469.filter0001.16648.5515E0B88.0',
  'crier-key': '019abc0000008aaa8bbbccccccccccc1',
};
const parse = (event: Record<string, unknown>) => parseSendgridEvent({ ...COMMON, ...event });

describe('R-10.1 what an event of SendGrid means', () => {
  it.each([
    ['processed', {}, { kind: 'accepted', code: null, detail: null }],
    ['delivered', { response: '250 OK' }, { kind: 'delivered', detail: '250 OK' }],
    [
      'bounce',
      { status: '5.0.0', type: 'bounce', reason: '550 no such user <example@test.com>' },
      { kind: 'bounced', code: '5.0.0', detail: '550 no such user <[address]>' },
    ],
    ['bounce', { status: '5.0.0' }, { kind: 'bounced' }],
    ['bounce', { status: '4.2.2', type: 'blocked', reason: '452 full' }, { kind: 'deferred', code: '4.2.2' }],
    ['blocked', { reason: '421 later' }, { kind: 'deferred' }],
    [
      'deferred',
      { response: '400 try again later', attempt: '5' },
      { kind: 'deferred', detail: '400 try again later' },
    ],
    [
      'dropped',
      { reason: 'Bounced Address', status: '5.0.0' },
      { kind: 'rejected', code: '5.0.0', detail: 'Bounced Address' },
    ],
    ['dropped', { reason: 'Unsubscribed Address' }, { kind: 'rejected', code: 'Unsubscribed Address' }],
    ['spamreport', {}, { kind: 'complained' }],
  ])('%s %j', (event, over, means) => {
    expect(parse({ event, ...over })).toMatchObject({
      provider: 'sendgrid',
      deliveryKey: '019abc0000008aaa8bbbccccccccccc1',
      messageId: '14c5d75ce93',
      address: 'example@test.com',
      at: '2017-12-15T00:59:29.000Z',
      ...means,
    });
  });

  it.each([
    'open',
    'click',
    'unsubscribe',
    'group_unsubscribe',
    'group_resubscribe',
    'account_status_change',
    'constructor',
  ])('%s says nothing', (event) => {
    expect(parse({ event })).toBeNull();
  });

  it.each([
    ['null', null],
    ['a number', 7],
    ['a list', []],
    ['no event', { timestamp: 1 }],
    ['no time', { event: 'delivered' }],
    ['a time of another age', { event: 'delivered', timestamp: 1e15 }],
    ['a time before ours', { event: 'delivered', timestamp: -1 }],
  ])('%s says nothing', (_what, event) => {
    expect(parseSendgridEvent(event)).toBeNull();
  });

  it('may come without a key, an id, or with an id that cannot be one', () => {
    expect(parse({ event: 'delivered', 'crier-key': undefined })).toMatchObject({ deliveryKey: null });
    for (const sg_message_id of [undefined, null, '', '.x', 'a b.c', 'x'.repeat(300)])
      expect(parse({ event: 'delivered', sg_message_id })).toMatchObject({ messageId: null });
  });
});
