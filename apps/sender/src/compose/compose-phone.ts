import { keyOf, type OutgoingSms, type OutgoingWhatsapp } from '@crier/domain';
import type { RenderedSms, RenderedWhatsapp } from '@crier/templates';
import type { Pass } from '../pass.js';

export const composeSms = ({ delivery }: Pass, { text }: RenderedSms): OutgoingSms => ({
  key: keyOf(delivery.id),
  to: delivery.address ?? '',
  text,
});

export const composeWhatsapp = ({ delivery }: Pass, { text, template }: RenderedWhatsapp): OutgoingWhatsapp => ({
  key: keyOf(delivery.id),
  to: delivery.address ?? '',
  template,
  text,
});
