import { describe, expect, it } from 'vitest';
import { isPushEndpoint } from './web-push-endpoint.js';

const SERVICES = [
  'https://fcm.googleapis.com/fcm/send/dXp1:APA91',
  'https://updates.push.services.mozilla.com/wpush/v2/gAAAAA',
  'https://web.push.apple.com/QGv',
  'https://wns2-par02p.notify.windows.com/w/?token=BQYA%2b',
];
const HERE = [
  'http://127.0.0.1:3900/webpush/a',
  'http://localhost:3900/webpush/a',
  'http://[::1]:3900/webpush/a',
  'https://0x7f000001/a',
  'https://127.1/a',
];
const NOWHERE = [
  '',
  'nonsense',
  'http://fcm.googleapis.com/fcm/send/a',
  'ftp://fcm.googleapis.com/a',
  'javascript:alert(1)',
  'https://user:secret@fcm.googleapis.com/a',
  'https://10.0.0.1/a',
  'https://192.168.1.1/a',
  'https://169.254.169.254/latest/meta-data',
  'https://[fd00::1]/a',
  'https://[::ffff:10.0.0.1]/a',
  'https://8.8.8.8/a',
  'https://intranet/a',
  'https://printer.local/a',
  'https://metadata.google.internal/a',
  'https://metadata.google.internal./a',
  'https://app.localhost/a',
  `https://fcm.googleapis.com/${'a'.repeat(2_048)}`,
];

describe('a Web Push endpoint', () => {
  it.each(SERVICES)('%s is a push service, in development too', (text) => {
    expect([isPushEndpoint(text, false), isPushEndpoint(text, true)]).toEqual([true, true]);
  });

  it.each(HERE)('%s is one in development only', (text) => {
    expect([isPushEndpoint(text, false), isPushEndpoint(text, true)]).toEqual([false, true]);
  });

  it.each(NOWHERE)('"%s" is none', (text) => {
    expect([isPushEndpoint(text, false), isPushEndpoint(text, true)]).toEqual([false, false]);
  });
});
