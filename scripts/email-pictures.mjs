// @ts-check
// Draws every shipped email, in each of its languages side by side, into docs/img/emails-<type>.png. To be looked at by people:
// what a test can see, the tests see.
import { fileURLToPath } from 'node:url';
import { loadTypes, previewType } from '@crier/templates';
import { chromium } from 'playwright-core';

const WIDTH = 660;
const file = (/** @type {string} */ path) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const [executablePath = '/usr/bin/chromium'] = process.argv.slice(2);

/** @param {string[]} pages */
const sideBySide = (pages) =>
  `<body style="margin:0;display:flex;gap:12px;background:#8a94a3">${pages
    .map(
      (html) =>
        `<iframe style="border:0;width:${WIDTH}px" srcdoc="${html.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"></iframe>`,
    )
    .join('')}</body>`;

const { types } = await loadTypes(file('templates'));
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
try {
  const context = await browser.newContext({
    deviceScaleFactor: 0.7,
    viewport: { width: 3 * WIDTH + 24, height: 900 },
  });
  const page = await context.newPage();
  for (const [name, type] of types) {
    const locales = [...(type.channels.get('email')?.keys() ?? [])];
    const pages = locales.flatMap((locale) =>
      previewType(type, { channels: ['email'], locale }).flatMap((shown) =>
        'message' in shown && shown.message.channel === 'email' ? [shown.message.html] : [],
      ),
    );
    await page.setContent(sideBySide(pages), { waitUntil: 'load' });
    await page.evaluate(`{
      const frames = [...document.querySelectorAll('iframe')];
      const height = Math.max(...frames.map((frame) => frame.contentDocument.documentElement.scrollHeight));
      for (const frame of frames) frame.style.height = height + 'px';
    }`);
    await page.screenshot({ path: file(`docs/img/emails-${name}.png`), fullPage: true });
    console.log(`docs/img/emails-${name}.png: ${locales.join(', ')}`);
  }
} finally {
  await browser.close();
}
