import { PublishCommand, SNSClient } from '@aws-sdk/client-sns';
import { afterAll, describe, expect, it } from 'vitest';
import { describeFaults } from '../testing/fault-contract.js';
import { keyOf, useSandbox } from '../testing/use-sandbox.js';

const sandbox = useSandbox();
const TO = '+9779800000001';
const clients: SNSClient[] = [];
afterAll(() => {
  for (const made of clients) made.destroy();
});

const client = (requestTimeout = 20_000) => {
  const made = new SNSClient({
    endpoint: `${sandbox.url()}/sns`,
    region: 'eu-west-1',
    credentials: { accessKeyId: 'any', secretAccessKey: 'any' },
    maxAttempts: 1,
    requestHandler: { requestTimeout, throwOnRequestTimeout: true },
  });
  clients.push(made);
  return made;
};
const publish = (key: string, fields: object = {}) =>
  new PublishCommand({
    PhoneNumber: TO,
    Message: 'PO-4482 & <b>स्वीकृत</b>',
    MessageAttributes: {
      'AWS.SNS.SMS.SMSType': { DataType: 'String', StringValue: 'Transactional' },
      'X-Crier-Key': { DataType: 'String', StringValue: key },
    },
    ...fields,
  });

describeFaults(
  sandbox,
  {
    provider: 'sns',
    channel: 'sms',
    to: () => TO,
    send: async (key, timeoutMs) => (await client(timeoutMs).send(publish(key))).MessageId,
  },
  [
    [{ mode: 'throttle' }, { name: 'ThrottledException', $metadata: expect.objectContaining({ httpStatusCode: 429 }) }],
    [{ mode: 'reject' }, { name: 'InvalidParameterException' }],
    [
      { mode: 'reject', code: 'OptedOut' },
      { name: 'InvalidParameterException', message: expect.stringContaining('opted out') },
    ],
    [{ mode: 'auth' }, { name: 'InvalidClientTokenId', $metadata: expect.objectContaining({ httpStatusCode: 403 }) }],
    [{ mode: 'auth', code: 'AuthorizationError' }, { name: 'AuthorizationErrorException' }],
    [{ mode: 'error' }, { $metadata: expect.objectContaining({ httpStatusCode: 503 }) }],
    [{ mode: 'error', status: 500 }, { name: 'InternalErrorException' }],
  ],
);

describe('SNS through its SDK', () => {
  it('keeps what an SMS said, and reads its key from the attributes', async () => {
    await client().send(publish(keyOf(3)));
    expect((await sandbox.messages()).messages[0]).toMatchObject({ key: keyOf(3), text: 'PO-4482 & <b>स्वीकृत</b>' });
  });

  it.each([
    ['a number that is none', { PhoneNumber: '98' }],
    ['a topic', { PhoneNumber: undefined, TopicArn: 'arn:aws:sns:us-east-1:1:t' }],
    ['no text', { Message: '' }],
    ['too long a text', { Message: 'x'.repeat(1601) }],
  ])('refuses %s as an invalid parameter', async (_what, fields) => {
    await expect(client().send(publish(keyOf(1), fields))).rejects.toMatchObject({ name: 'InvalidParameterException' });
    expect((await sandbox.counts()).total).toBe(0);
  });

  it('has no other action', async () => {
    const answer = await sandbox.call('POST', '/sns', 'Action=ListTopics');
    expect([answer.status, answer.json]).toEqual([400, expect.stringContaining('<Code>InvalidAction</Code>')]);
  });
});
