import { accessSync, constants } from 'node:fs';
import axe from 'axe-core';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll } from 'vitest';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];

const isExecutable = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

/** A Chromium of this machine: CHROMIUM_PATH, else on PATH. Without one these tests fail, because they would prove nothing. */
const findChromium = (): string => {
  const folders = (process.env.PATH ?? '').split(':').filter((folder) => folder !== '');
  const places = folders.flatMap((folder) => NAMES.map((name) => `${folder}/${name}`));
  const found = [process.env.CHROMIUM_PATH ?? '', ...places].find((path) => path !== '' && isExecutable(path));
  if (found === undefined)
    throw new Error('these tests need a browser: install Chromium (apt-get install -y chromium), or set CHROMIUM_PATH');
  return found;
};

interface Findings {
  readonly violations: readonly { id: string; impact: string; nodes: readonly { target: string[] }[] }[];
}

export interface Look {
  readonly width: number;
  readonly height: number;
  readonly colorScheme: 'light' | 'dark';
}

/** A real browser for a test file. */
export const useBrowser = () => {
  let browser: Browser;
  const contexts: BrowserContext[] = [];
  beforeAll(async () => {
    const args = ['--no-sandbox', '--disable-dev-shm-usage'];
    browser = await chromium.launch({ executablePath: findChromium(), args });
  });
  // A page that is left open goes on living: it marks cards as seen.
  afterEach(() => Promise.all(contexts.splice(0).map((context) => context.close())));
  afterAll(() => browser?.close());

  return {
    /** A fresh page of its own session; errors of the page itself end in `problems`. */
    open: async (look: Look): Promise<{ page: Page; problems: string[] }> => {
      const { width, height, colorScheme } = look;
      const context = await browser.newContext({ viewport: { width, height }, colorScheme });
      contexts.push(context);
      const page = await context.newPage();
      const problems: string[] = [];
      page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
      page.on('pageerror', (error) => problems.push(error.message));
      return { page, problems };
    },
    /** What axe-core finds serious or critical on the page, as `rule: selectors`. */
    findings: async (page: Page): Promise<string[]> => {
      // Over the debugger, not as a script of the page: the page's own policy stays as it is.
      await page.evaluate(axe.source);
      const { violations } = await page.evaluate<Findings>('axe.run(document, { iframes: false })');
      return violations
        .filter(({ impact }) => impact === 'serious' || impact === 'critical')
        .map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
    },
    /** Whether the page is wider than its window: on a phone nothing may have to be pushed sideways. */
    isTooWide: (page: Page): Promise<boolean> =>
      page.evaluate<boolean>('document.documentElement.scrollWidth > document.documentElement.clientWidth'),
  };
};
