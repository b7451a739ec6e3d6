import type { OutgoingPush } from '@crier/domain';

export const push = (change: Partial<OutgoingPush> = {}): OutgoingPush => ({
  key: '0192f0a1b2c38abc8def0123456789ab',
  token: 'a'.repeat(64),
  title: 'Order PO-4482',
  body: 'Café & Söhne has approved it.',
  url: 'https://erp.example.com/po/4482',
  collapseKey: 'purchase_order:PO-4482',
  ttlSeconds: 3_600,
  urgent: false,
  ...change,
});
