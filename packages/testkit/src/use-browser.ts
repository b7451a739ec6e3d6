import { accessSync, constants } from 'node:fs';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, inject } from 'vitest';
import './test-run.js';

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
  const { searchPath = '', chromium = '' } = inject('testRun');
  const folders = searchPath.split(':').filter((folder) => folder !== '');
  const places = folders.flatMap((folder) => NAMES.map((name) => `${folder}/${name}`));
  const found = [chromium, ...places].find((path) => path !== '' && isExecutable(path));
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

/** A page that shows progress loads itself anew, which ends whatever is asked of it just then: it is asked again. */
const askAgain = async <T>(ask: () => Promise<T>, tries = 3): Promise<T> => {
  try {
    return await ask();
  } catch (error) {
    if (tries === 1 || !/context was destroyed/.test((error as Error).message)) throw error;
    return askAgain(ask, tries - 1);
  }
};

/** A real browser for a test file; its pages live as long as the test that opened them. What drives it is loaded when it is needed: every other test does without. */
export const useBrowser = () => {
  let browser: Browser;
  const contexts: BrowserContext[] = [];
  beforeAll(async () => {
    const { chromium } = await import('playwright-core');
    const args = ['--no-sandbox', '--disable-dev-shm-usage'];
    browser = await chromium.launch({ executablePath: findChromium(), args });
  });
  // A page that is left open goes on living: it polls, and marks as seen what the next test looks at.
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
      const { default: axe } = await import('axe-core');
      // Over the debugger, not as a script of the page: the page's own policy stays as it is.
      const { violations } = await askAgain(async () => {
        await page.evaluate(axe.source);
        return page.evaluate<Findings>('axe.run(document, { iframes: false })');
      });
      return violations
        .filter(({ impact }) => impact === 'serious' || impact === 'critical')
        .map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
    },
    /** Whether the page is wider than its window: on a phone nothing may have to be pushed sideways. */
    isTooWide: (page: Page): Promise<boolean> =>
      askAgain(() =>
        page.evaluate<boolean>('document.documentElement.scrollWidth > document.documentElement.clientWidth'),
      ),
  };
};
