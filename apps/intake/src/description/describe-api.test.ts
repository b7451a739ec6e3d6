import { randomUUID } from 'node:crypto';
import { suppress } from '@crier/db';
import { loadTypes, type RenderContext, renderMessage } from '@crier/templates';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type Answer, anEvent, type IntakeUnderTest, startIntake, TEMPLATES } from '../intake.test-support.js';
import { type ApiDescription, describeApi, OPERATIONS } from './describe-api.js';
import { fieldRows } from './page/field-rows.js';

let intake: IntakeUnderTest;
let api: ApiDescription;
beforeAll(async () => {
  intake = await startIntake();
  api = (await intake.send('GET', '/openapi.json', undefined, { authorization: '' })).json;
});
afterAll(() => intake.close());

/** A schema of the served description as it stands, but closed: an answer may not have a field that nobody described. */
const validator = (schema: unknown): z.ZodType => {
  const closed = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(closed);
    if (typeof node !== 'object' || node === null) return node;
    const entries = Object.entries(node).map(([key, value]) => [key, closed(value)] as const);
    return 'properties' in node && !('additionalProperties' in node)
      ? { ...Object.fromEntries(entries), additionalProperties: false }
      : Object.fromEntries(entries);
  };
  const whole = { ...(schema as object), $defs: api.components.schemas };
  const local = JSON.stringify(closed(whole)).replaceAll('#/components/schemas/', '#/$defs/');
  return z.fromJSONSchema(JSON.parse(local));
};

type Example = Omit<RenderContext, 'recipient' | 'links'> & {
  readonly recipients: readonly { readonly name: string; readonly locale: string; readonly timezone: string }[];
};

type Described = Record<string, { content?: Record<string, { schema: unknown }> }>;

/** Holds an answer to what the description says of this call, status and media type. */
const holds = (method: string, path: string, answer: Answer): void => {
  const responses = api.paths[path]?.[method]?.responses as Described | undefined;
  const described = responses?.[answer.status];
  expect(described, `${method} ${path} ${answer.status} is not described`).toBeDefined();
  if (answer.json === undefined) {
    expect(described?.content).toBeUndefined();
    return;
  }
  const type = answer.headers.get('content-type')?.split(';')[0] ?? '';
  const schema = described?.content?.[type]?.schema;
  expect(schema, `${method} ${path} ${answer.status} answers ${type}`).toBeDefined();
  const parsed = validator(schema).safeParse(answer.json);
  expect(parsed.error?.issues ?? []).toEqual([]);
};

const call = async (method: string, path: string, real: string, body?: unknown, headers = {}): Promise<Answer> => {
  const answer = await intake.send(method.toUpperCase(), real, body, headers);
  holds(method, path, answer);
  return answer;
};

describe('GET /openapi.json describes what the API does', () => {
  it('posting: every answer of one event and of a batch', async () => {
    const event = anEvent({ recipients: [{ id: 'u-1', email: 'sita@example.com' }, 'u-2'] });
    const post = (body: unknown, headers = {}) => call('post', '/v1/events', '/v1/events', body, headers);
    expect((await post(event)).status).toBe(202);
    expect((await post(event)).status).toBe(200);
    expect((await post({ ...event, data: {} })).status).toBe(409);
    expect((await post({})).status).toBe(422);
    expect((await post('{')).status).toBe(400);
    expect((await post('x', { 'content-type': 'text/plain' })).status).toBe(415);
    expect((await post(event, { authorization: 'Bearer none' })).status).toBe(401);
    const batch = (body: unknown) => call('post', '/v1/events/batch', '/v1/events/batch', body);
    expect((await batch([event, anEvent(), {}, { ...event, data: {} }])).status).toBe(200);
    expect((await batch([{}])).status).toBe(422);
    expect((await batch({})).status).toBe(422);
    expect((await batch(Array.from({ length: 1_001 }, () => 1))).status).toBe(413);
  });

  it('reading: an event, its story, a delivery, the types', async () => {
    const { json } = await call('post', '/v1/events', '/v1/events', anEvent());
    const id: string = json.id;
    // What a router and a sender would write.
    const deliveryId = `${id.slice(0, -4)}0001`;
    await intake.sql`INSERT INTO people (external_id) VALUES ('u-1') ON CONFLICT DO NOTHING`;
    await intake.sql`
      INSERT INTO deliveries (id, event_id, digest, channel, lane, person, locale, timezone, state, reason, attempts, provider, last_error_code)
      SELECT ${deliveryId}, ${id}, '', 'email', 'bulk', n, 'en', 'UTC', 'dead', 'hard_bounce', 2, 'ses', 'Bounce'
      FROM people WHERE external_id = 'u-1'`;
    await intake.sql`
      INSERT INTO attempts (id, seq, provider, provider_status, code, message, result)
      VALUES (${deliveryId}, 1, 'ses', 400, 'X', 'no', 'transient'), (${deliveryId}, 2, NULL, NULL, NULL, NULL, 'resend')`;
    const story = await call('get', '/v1/events/{id}', `/v1/events/${id}`);
    expect(story.json.deliveries).toHaveLength(1);
    const why = await call('get', '/v1/events/{id}/explain', `/v1/events/${id}/explain?recipient=u-1`);
    expect([why.json.decisions.length, why.json.attempts.length]).toEqual([1, 2]);
    const delivery = await call('get', '/v1/deliveries/{id}', `/v1/deliveries/${deliveryId}`);
    expect(delivery.json.attempts).toHaveLength(2);
    await call('get', '/v1/types', '/v1/types');
    expect((await call('get', '/v1/events/{id}', '/v1/events/nothing')).status).toBe(404);
    expect((await call('get', '/v1/events/{id}', `/v1/events/${id}?limit=0`)).status).toBe(422);
    expect((await call('get', '/v1/events/{id}/explain', `/v1/events/${id}/explain`)).status).toBe(422);
    expect((await call('get', '/v1/deliveries/{id}', '/v1/deliveries/nothing')).status).toBe(404);
  });

  it('the directory', async () => {
    const at = ['/v1/recipients/{id}', '/v1/recipients/u-77'] as const;
    const profile = { name: 'Sita', email: 'sita@example.com', channels: ['email'] };
    expect((await call('put', ...at, profile)).status).toBe(201);
    expect((await call('put', ...at, { name: 'Sita' })).status).toBe(200);
    expect((await call('put', ...at, { colour: 'red' })).status).toBe(422);
    expect((await call('get', ...at)).status).toBe(200);
    expect((await call('delete', ...at)).status).toBe(204);
    expect((await call('delete', ...at)).status).toBe(404);
    expect((await call('get', ...at)).status).toBe(404);
  });

  it('what a person wants, their devices and their inbox', async () => {
    const on = (what: string) => [`/v1/recipients/{id}/${what}`, `/v1/recipients/u-78/${what}`] as const;
    const wishes = { categories: { marketing: { email: false } }, quietHours: { from: '22:00', to: '07:00' } };
    expect((await call('get', ...on('preferences'))).status).toBe(404);
    expect((await call('put', ...on('preferences'), wishes)).status).toBe(200);
    expect((await call('put', ...on('preferences'), { categories: { marketing: 1 } })).status).toBe(422);
    expect((await call('get', ...on('preferences'))).status).toBe(200);
    const device = { kind: 'apns', token: 'abc0' };
    expect((await call('post', ...on('push-tokens'), device)).status).toBe(201);
    const { status, json } = await call('post', ...on('push-tokens'), device);
    expect(status).toBe(200);
    expect((await call('post', ...on('push-tokens'), { kind: 'apns' })).status).toBe(422);
    const one = ['/v1/recipients/{id}/push-tokens/{tokenId}', `/v1/recipients/u-78/push-tokens/${json.id}`] as const;
    expect((await call('delete', ...one)).status).toBe(204);
    expect((await call('delete', ...one)).status).toBe(404);
    expect((await call('post', ...on('inbox-token'))).status).toBe(200);
  });

  it('the suppression list', async () => {
    const evidence = { provider: 'ses', code: null, deliveryId: randomUUID(), evidenceAt: '2026-11-29T08:15:00Z' };
    await suppress(intake.sql, [{ channel: 'email', address: 'a@example.com', reason: 'complaint', ...evidence }]);
    const at = ['/v1/suppressions', '/v1/suppressions?address=a@example.com'] as const;
    const { json } = await call('get', ...at);
    expect(json.suppressions).toHaveLength(1);
    expect((await call('get', '/v1/suppressions', '/v1/suppressions')).status).toBe(422);
    const one = ['/v1/suppressions/{id}', `/v1/suppressions/${json.suppressions[0].id}`] as const;
    expect((await call('delete', ...one)).status).toBe(204);
    expect((await call('delete', ...one)).status).toBe(404);
  });

  it('the preview of a type', async () => {
    const of = (type: string, body: object) =>
      call('post', '/v1/types/{type}/preview', `/v1/types/${type}/preview`, body);
    const { json, status } = await of('password.reset', {});
    expect([status, json.previews.map((one: { channel: string }) => one.channel)]).toEqual([
      200,
      ['email', 'sms', 'whatsapp', 'push', 'inapp'],
    ]);
    expect((await of('password.reset', { data: {} })).status).toBe(422);
    expect((await of('password.set', {})).status).toBe(404);
  });

  it('takes the bodies that the API takes, and its own examples', async () => {
    const event = validator({ $ref: '#/components/schemas/Event' });
    expect(event.safeParse(anEvent({ channels: ['email'], recipients: ['u-1', { audience: 'all' }] })).success).toBe(
      true,
    );
    expect(event.safeParse(anEvent({ colour: 'red' })).success).toBe(false);
    const accepted = { id: randomUUID(), key: 'a'.repeat(32), status: 'accepted', duplicate: false };
    const answers = [accepted, { ...accepted, more: 1 }, { ...accepted, duplicate: 'no' }, { ...accepted, key: 'a' }];
    const of = validator({ $ref: '#/components/schemas/Accepted' });
    expect(answers.map((answer) => of.safeParse(answer).success)).toEqual([true, false, false, false]);
    expect(event.safeParse(anEvent({ channels: ['pigeon'] })).success).toBe(false);
    for (const { path, method, answers: described, body = {} } of OPERATIONS)
      for (const [type, { schema, example }] of Object.entries(body)) {
        if (example === undefined) continue;
        const shown = example();
        expect(validator({ $ref: `#/components/schemas/${schema}` }).safeParse(shown).success).toBe(true);
        if (path === '/v1/events') continue;
        const { status } = await call(
          method,
          path,
          path.replace('{id}', 'u-99').replace('{type}', 'invoice.issued'),
          shown,
          { 'content-type': type },
        );
        expect(Object.keys(described)).toContain(String(status));
      }
  });

  it('shows an event that can be posted as it stands, and that carries all that its templates need', async () => {
    const post = api.paths['/v1/events']?.post as unknown as {
      readonly requestBody: { readonly content: { readonly 'application/json': { readonly example: Example } } };
    };
    const { example } = post.requestBody.content['application/json'];
    expect((await call('post', '/v1/events', '/v1/events', example)).status).toBe(202);
    const type = (await loadTypes(TEMPLATES)).types.get(example.type);
    for (const { name, locale, timezone } of example.recipients) {
      if (type === undefined) throw new Error(`there is no type ${example.type}`);
      const context = { ...example, recipient: { name }, links: type.fixture.links };
      expect(renderMessage(type, 'email', { locale, timezone, context }).text).toContain(name);
    }
  });

  it('has every route, and no other', () => {
    interface Layer {
      readonly route?: { readonly path: string; readonly methods: Readonly<Record<string, boolean>> };
      readonly handle: { readonly stack?: readonly Layer[] };
    }
    const routes = (layers: readonly Layer[]): string[] =>
      layers.flatMap(({ route, handle }) =>
        route
          ? Object.keys(route.methods).map((method) => `${method} ${route.path.replaceAll(/:(\w+)/g, '{$1}')}`)
          : routes(handle.stack ?? []),
      );
    const router = intake.app.router as unknown as { stack: readonly Layer[] };
    const described = Object.entries(api.paths).flatMap(([path, calls]) =>
      Object.keys(calls).map((m) => `${m} ${path}`),
    );
    const own = ['get /openapi.json', 'get /docs', 'get /docs/docs.css'];
    expect(routes(router.stack).sort()).toEqual([...described, ...own].sort());
  });

  it('is sound: no name twice, no reference into nothing, every placeholder described', () => {
    const text = JSON.stringify(api);
    for (const [, name = ''] of text.matchAll(/"#\/components\/schemas\/(\w+)"/g))
      expect(Object.keys(api.components.schemas)).toContain(name);
    expect(new Set(OPERATIONS.map(({ id }) => id)).size).toBe(OPERATIONS.length);
    for (const { path, parameters = [] } of OPERATIONS) {
      const placeholders = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      expect(parameters.filter((p) => p.in === 'path').map((p) => p.name)).toEqual(placeholders);
    }
    expect(text).not.toMatch(/"\$id"|"\$schema"/);
  });
});

describe('GET /docs', () => {
  it('is one page without a key, a script, or anything from elsewhere', async () => {
    const response = await fetch(`${intake.url}/docs`);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toContain('text/html');
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
    const page = await response.text();
    expect(page).not.toMatch(/<script|<style| style=|(?:href|src)="(?:https?:)?\/\//);
    const links = [...page.matchAll(/(?:href|src)="(\/[^"]+)"/g)].map(([, link]) => link ?? '');
    expect(links).toContain('/docs/docs.css');
    for (const link of links) expect((await fetch(`${intake.url}${link}`)).status).toBe(200);
    const [, example = ''] = /aria-label="Example"><code>(.*?)<\/code>/s.exec(page) ?? [];
    const [, at = ''] = /occurredAt&quot;: &quot;([^&]+)/.exec(example) ?? [];
    expect(Math.abs(Date.now() - Date.parse(at))).toBeLessThan(60_000);
  });

  it('names every call and every field, and no link leads nowhere', async () => {
    const page = await (await fetch(`${intake.url}/docs`)).text();
    for (const { method, path } of OPERATIONS)
      expect(page).toContain(`<b>${method.toUpperCase()}</b> <code>${path}</code>`);
    for (const schema of Object.values(describeApi().components.schemas))
      for (const { name } of fieldRows(schema)) expect(page).toContain(`<code>${name}</code>`);
    const ids = [...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const [, target] of page.matchAll(/href="#([^"]+)"/g)) expect(ids).toContain(target);
  });
});
