import { describe, expect, it } from 'vitest';
import { OPERATOR, useBoard } from './use-board.test-support.js';

const board = useBoard();

describe('health', () => {
  it('answers without a login', async () => {
    for (const path of ['/livez', '/readyz', '/metrics']) expect((await board.call(path)).status).toBe(200);
  });
});

describe('every answer', () => {
  it('may not be kept, framed, or load anything from elsewhere', async () => {
    const as = await board.login(OPERATOR);
    for (const path of ['/login', '/', '/queues', '/queues/api/queues', '/nowhere']) {
      const { headers } = await board.call(path, { as });
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('content-security-policy')).toContain("default-src 'self';");
      expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('x-powered-by')).toBeNull();
    }
  });

  it('is a page for a person and JSON for a program, also when there is none', async () => {
    const as = await board.login(OPERATOR);
    const page = await board.call('/nowhere', { as });
    expect(page.status).toBe(404);
    expect(await page.text()).toContain('<h1>There is no such page</h1>');
    const json = await board.call('/nowhere', { as, headers: { accept: 'application/json' } });
    expect(await json.json()).toMatchObject({ error: 'There is no such page' });
  });

  it('has no stack trace when the request is broken', async () => {
    const as = await board.login(OPERATOR);
    const answer = await board.call('/queues/queue/%E0%A4%A', { as });
    expect(answer.status).toBe(400);
    expect(await answer.text()).not.toMatch(/node_modules|Error:/);
  });
});

describe('the pages’ files', () => {
  it('are served without a login, and nothing beside them', async () => {
    const css = await board.call('/page/board.css');
    expect(css.headers.get('content-type')).toContain('text/css');
    expect((await board.call('/page/icon.svg')).status).toBe(200);
    expect((await board.call('/page/..%2fpackage.json')).status).not.toBe(200);
  });
});
