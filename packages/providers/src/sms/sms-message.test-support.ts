import type { OutgoingSms } from '@crier/domain';

export const message = (change: Partial<OutgoingSms> = {}): OutgoingSms => ({
  key: '0192f0a1b2c38abc8def0123456789ab',
  to: '+9779812345678',
  text: 'Order PO-4482 is approved.',
  ...change,
});
