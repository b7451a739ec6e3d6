// Renders so many orders of so many lines, each with other words, as the documents app does, and prints what that took.
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { createLocalRenderer } from '@crier/documents';

const [count = 1, lineCount = 1] = process.argv.slice(2).map(Number);
const example = JSON.parse(
  readFileSync(new URL('../../examples/purchase_order.approved.json', import.meta.url), 'utf8'),
);
const size = availableParallelism();
const renderer = createLocalRenderer({ timeoutMs: 60_000, size });

const orderOf = (order) => {
  const lines = Array.from({ length: lineCount }, (_, n) => {
    const line = example.data.lines[n % example.data.lines.length];
    return { ...line, sku: `${line.sku}-${order}-${n}`, description: `${line.description} (${order}-${n}, गोदाम ३)` };
  });
  const { entity, occurredAt, data } = example;
  const own = { ...entity, id: `PO-${order}` };
  return {
    kind: 'purchase_order',
    locale: 'ne-NP',
    timezone: 'Asia/Kathmandu',
    entity: own,
    occurredAt,
    data: { ...data, lines },
  };
};

// A thread starts once in its life: that is no document's time.
await Promise.all(Array.from({ length: size }, () => renderer.render({ ...orderOf('warm'), data: example.data })));

const times = [];
let pages = 0;
let next = 0;
const worker = async () => {
  while (next < count) {
    const request = orderOf(next++);
    const startedAt = performance.now();
    const pdf = await renderer.render(request);
    times.push(performance.now() - startedAt);
    pages = Number(/\/Type\s*\/Pages[^>]*\/Count (\d+)/.exec(Buffer.from(pdf).toString('latin1'))?.[1] ?? 0);
  }
};
const startedAt = performance.now();
await Promise.all(Array.from({ length: size }, worker));
const seconds = (performance.now() - startedAt) / 1_000;
await renderer.close();
times.sort((a, b) => a - b);
const p95Ms = times[Math.ceil(times.length * 0.95) - 1];
// maxRSS is in kB.
console.log(
  JSON.stringify({ perSecond: count / seconds, p95Ms, peakMb: process.resourceUsage().maxRSS / 1024, pages }),
);
