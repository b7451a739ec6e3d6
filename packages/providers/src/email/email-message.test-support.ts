import type { OutgoingEmail } from '@crier/domain';

export const message = (change: Partial<OutgoingEmail> = {}): OutgoingEmail => ({
  key: '0192f0a1b2c38abc8def0123456789ab',
  to: { address: 'maria@example.com', name: 'Maria' },
  subject: 'Order PO-4482 approved',
  html: '<p>Approved</p>',
  text: 'Approved',
  ...change,
});
