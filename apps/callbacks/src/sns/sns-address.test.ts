import { describe, expect, it } from 'vitest';
import { isSnsCertificate } from './sns-address.js';

const FILE = '/SimpleNotificationService-01d088a6f77103d0fe307c0069e40ed6.pem';

const topicIn = (region: string, partition = 'aws'): string => `arn:${partition}:sns:${region}:123456789012:crier-ses`;

describe('R-10.1 a certificate of SNS', () => {
  it.each(['us-east-1', 'ap-south-1', 'us-gov-west-1'])('lies at sns.%s.amazonaws.com', (region) => {
    expect(isSnsCertificate(`https://sns.${region}.amazonaws.com${FILE}`, topicIn(region))).toBe(true);
  });

  it('lies at amazonaws.com.cn in China', () => {
    expect(isSnsCertificate(`https://sns.cn-north-1.amazonaws.com.cn${FILE}`, topicIn('cn-north-1', 'aws-cn'))).toBe(
      true,
    );
  });

  it.each([
    `http://sns.us-east-1.amazonaws.com${FILE}`,
    `https://sns.us-east-1.amazonaws.com:8443${FILE}`,
    `https://sns.us-east-1.amazonaws.com.evil.example${FILE}`,
    `https://evil.example${FILE}`,
    `https://sns.us-east-1.amazonaws.com@evil.example${FILE}`,
    `https://user:pass@sns.us-east-1.amazonaws.com${FILE}`,
    `https://bucket.s3.amazonaws.com${FILE}`,
    `https://sns.us-east-1.evil.amazonaws.com${FILE}`,
    `https://xsns.us-east-1.amazonaws.com${FILE}`,
    // SNS itself answers with a stranger's text:
    'https://sns.us-east-1.amazonaws.com/?Action=GetTopicAttributes&x=.pem',
    `https://sns.us-east-1.amazonaws.com${FILE}?Action=GetTopicAttributes`,
    `https://sns.us-east-1.amazonaws.com${FILE}#x.pem`,
    'https://sns.us-east-1.amazonaws.com/other.pem',
    `https://sns.us-east-1.amazonaws.com/a/..${FILE}/../x.pem`,
  ])('does not lie at %s', (url) => {
    expect(isSnsCertificate(url, topicIn('us-east-1'))).toBe(false);
  });

  it('lies in the region of the topic, and a text that is no topic has none', () => {
    const url = `https://sns.us-east-1.amazonaws.com${FILE}`;
    for (const topic of [topicIn('eu-west-1'), 'us-east-1', '']) expect(isSnsCertificate(url, topic)).toBe(false);
  });
});
