import { createVerify, X509Certificate } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { type Call, useReceiver } from '../testing/use-receiver.js';
import { keyOf, useSandbox } from '../testing/use-sandbox.js';

const receiver = useReceiver();
const sandbox = useSandbox(() => ({ callbacksUrl: receiver.url() }));

/** As the SNS developer guide has a receiver do it: name and value of each field on a line, by the order of the alphabet. */
const isSignedBySns = async (call: Call): Promise<boolean> => {
  const notification = JSON.parse(call.body);
  const certificate = new X509Certificate(await (await fetch(notification.SigningCertURL)).text());
  const text =
    `Message\n${notification.Message}\nMessageId\n${notification.MessageId}\nSubject\n${notification.Subject}\n` +
    `Timestamp\n${notification.Timestamp}\nTopicArn\n${notification.TopicArn}\nType\n${notification.Type}\n`;
  return createVerify(notification.SignatureVersion === '1' ? 'RSA-SHA1' : 'RSA-SHA256')
    .update(text)
    .verify(certificate.publicKey, notification.Signature, 'base64');
};

describe('what SES calls back', () => {
  it.each([
    [{}, '2'],
    [{ signatureVersion: 1 }, '1'],
    [{ signatureVersion: 2 }, '2'],
  ])('is an SNS notification, and %j is signed by version %s', async (settings, version) => {
    await sandbox.callbacks({ provider: 'ses', delayMs: 0, ...settings });
    await sandbox.send({ key: keyOf(1) });
    const call = await receiver.call();
    const notification = JSON.parse(call.body);
    expect(notification).toMatchObject({
      Type: 'Notification',
      TopicArn: 'arn:aws:sns:us-east-1:000000000000:crier-ses',
      SignatureVersion: version,
      SigningCertURL: `${sandbox.url()}/sandbox/keys/sns.pem`,
    });
    expect(call.path).toBe('POST /callbacks/ses');
    expect(call.headers).toMatchObject({
      'content-type': 'text/plain; charset=UTF-8',
      'x-amz-sns-message-type': 'Notification',
      'x-amz-sns-message-id': notification.MessageId,
      'x-amz-sns-topic-arn': notification.TopicArn,
    });
    expect(await isSignedBySns(call)).toBe(true);
    expect(await isSignedBySns({ ...call, body: call.body.replace('Delivery', 'delivery') })).toBe(false);
  });

  it.each([
    [
      'delivered',
      'Delivery',
      'delivery',
      { recipients: ['asha@example.com'], timestamp: expect.any(String), processingTimeMillis: 20 },
    ],
    [
      'bounced',
      'Bounce',
      'bounce',
      { bounceType: 'Permanent', bouncedRecipients: [{ emailAddress: 'asha@example.com', status: '5.1.1' }] },
    ],
    [
      'complained',
      'Complaint',
      'complaint',
      { complaintFeedbackType: 'abuse', complainedRecipients: [{ emailAddress: 'asha@example.com' }] },
    ],
  ])('says %s as an event of type %s', async (outcome, eventType, part, details) => {
    await sandbox.callbacks({ provider: 'ses', delayMs: 20, outcome });
    const { MessageId } = await sandbox.send({ key: keyOf(2) });
    const event = JSON.parse(JSON.parse((await receiver.call()).body).Message);
    expect(event).toMatchObject({
      eventType,
      [part]: details,
      mail: {
        messageId: MessageId,
        source: 'erp@example.com',
        destination: ['asha@example.com'],
        tags: { 'crier-key': [keyOf(2)] },
      },
    });
  });

  it('has no key for a message that had none', async () => {
    await sandbox.callbacks({ provider: 'ses', delayMs: 0 });
    await sandbox.send();
    const { mail } = JSON.parse(JSON.parse((await receiver.call()).body).Message);
    expect(mail.tags).toEqual({ 'ses:operation': ['SendRawEmail'] });
  });
});
