import { readFileSync, writeFileSync } from 'node:fs';
import { test } from 'vitest';
import type { DocumentKind } from '@crier/domain';
import { createLocalRenderer } from './typesetting/local-renderer.js';
const ex = (t: string) => JSON.parse(readFileSync(`/work/main/examples/${t}.json`, 'utf8'));
test('try', async () => {
  const r = createLocalRenderer({ timeoutMs: 30000, size: 1 });
  for (const [kind, type] of [['purchase_order','purchase_order.approved'],['sales_order','purchase_order.approved'],['delivery_order','delivery_order.issued'],['goods_receipt_note','goods_receipt.posted'],['invoice','invoice.issued']] as const)
   for (const locale of ['en-IN','ne-NP','ar']) {
    const e = ex(type); const t = performance.now();
    const pdf = await r.render({ kind: kind as DocumentKind, locale, timezone: 'Asia/Kathmandu', entity: e.entity, occurredAt: e.occurredAt, data: e.data });
    console.log(kind, locale, (performance.now()-t).toFixed(), pdf.length);
    writeFileSync(`/tmp/doclab/pdf/${kind}-${locale}.pdf`, pdf);
  }
  const e = ex('purchase_order.approved');
  const lines = Array.from({length:500},(_,i)=>({...e.data.lines[i%3], sku:'X'.repeat(i===3?120:8)+i, description: (i===4?'Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichen'.repeat(3):e.data.lines[i%3].description)+' '+i}));
  for (let k=0;k<3;k++){ const t = performance.now();
  const pdf = await r.render({ kind:'purchase_order', locale:'ar', timezone:'Asia/Kathmandu', entity:e.entity, occurredAt:e.occurredAt, data:{...e.data, lines}});
  console.log('500', (performance.now()-t).toFixed(), pdf.length, process.memoryUsage().rss/1e6);
  writeFileSync('/tmp/doclab/pdf/500.pdf', pdf);}
  await r.close();
}, 60000);
