import { createPublicKey, type KeyObject, sign } from 'node:crypto';

const DAY_MS = 86_400_000;
const YEAR_MS = 365 * DAY_MS;

/** One element of ASN.1 DER (ITU-T X.690): tag, length, content. */
const der = (tag: number, ...parts: readonly Buffer[]): Buffer => {
  const content = Buffer.concat(parts);
  const { length } = content;
  const written = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...written]), content]);
};
const sequence = (...parts: readonly Buffer[]) => der(0x30, ...parts);
const set = (...parts: readonly Buffer[]) => der(0x31, ...parts);
const integer = (value: number) => der(0x02, Buffer.from([value]));
const bitString = (bytes: Buffer) => der(0x03, Buffer.from([0]), bytes);
const utf8String = (text: string) => der(0x0c, Buffer.from(text));
/** Two digits of the year: before 2050 only, which is where RFC 5280 wants this form. */
const utcTime = (ms: number) =>
  der(0x17, Buffer.from(`${new Date(ms).toISOString().slice(2, 19).replace(/\D/g, '')}Z`));
const objectId = (hex: string) => der(0x06, Buffer.from(hex, 'hex'));

/** 2.5.4.3 */
const COMMON_NAME = objectId('550403');
/** 1.2.840.113549.1.1.11, whose parameters are NULL */
const SHA256_WITH_RSA = sequence(objectId('2a864886f70d01010b'), der(0x05));

/**
 * An X.509 certificate (RFC 5280, version 1: it has no extensions) in PEM, which an RSA key issues to itself. Node can
 * read certificates and not make them. Valid for a year from the day before `nowMs`.
 */
export const selfSignedCertificate = (privateKey: KeyObject, commonName: string, nowMs: number): string => {
  const name = sequence(set(sequence(COMMON_NAME, utf8String(commonName))));
  const toBeSigned = sequence(
    integer(1),
    SHA256_WITH_RSA,
    name,
    sequence(utcTime(nowMs - DAY_MS), utcTime(nowMs + YEAR_MS)),
    name,
    createPublicKey(privateKey).export({ type: 'spki', format: 'der' }),
  );
  const signature = sign('sha256', toBeSigned, privateKey);
  const certificate = sequence(toBeSigned, SHA256_WITH_RSA, bitString(signature)).toString('base64');
  const lines = certificate.match(/.{1,64}/g) ?? [];
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n');
};
