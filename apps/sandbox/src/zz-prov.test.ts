import { it } from 'vitest';
import { createSmtp } from '/work/main/packages/providers/src/email/smtp.js';
import { message as mail } from '/work/main/packages/providers/src/email/email-message.test-support.js';
import { startSandbox } from './start-sandbox.js';
it('all', async () => {
  const app = await startSandbox({ host: '127.0.0.1', port: 0 });
  const m = createSmtp({ from: 'a@example.com', host: '127.0.0.1', port: app.smtpPort, security: 'none', auth: undefined, timeoutMs: 1500, nowMs: () => Date.now() });
  const send = async (p: any, msg: any) => JSON.stringify(await p.send(msg, AbortSignal.timeout(1500)));
    const name = 'smtp'; const msg = mail({ headers: { References: '<a@b>' }, from: 'A, B <o@example.org>' });
    console.log(name, await send(m, msg));
    for (const mode of ['error', 'throttle', 'reject', 'auth', 'no_message_id', 'no_message_id_after_accept', 'disconnect_after_accept', 'timeout_after_accept', 'hang']) {
      await fetch(`${app.url}/sandbox/faults`, { method: 'DELETE' });
      const r = await fetch(`${app.url}/sandbox/faults`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ provider: name, mode }) });
      if (r.status !== 201) console.log(name, mode, r.status, await r.text());
      else console.log(name, mode, await send(m, msg));
    }
  console.log(JSON.stringify((await (await fetch(`${app.url}/sandbox/messages?limit=30`)).json()).messages.map((x: any) => [x.provider, x.to, x.key, x.text?.slice(0, 20)])));
  await app.close();
}, 60000);
