import type { DocumentKind } from './document-kind.js';

/** Of letters, so that with its ending no file system and no mail program cuts it. */
const MOST_LETTERS = 100;
/** Whatever is no letter, mark or digit of any script: a separator of paths, a control character, half a surrogate pair. */
const UNSAFE = /[^\p{L}\p{M}\p{N}._]+/gu;

/** What a document's file is called, as `purchase-order-PO-4482.pdf`: safe for every entity's id, and in its own script. */
export const documentFileName = (kind: DocumentKind, entityId: string): string => {
  const words = `${kind.replaceAll('_', '-')}-${entityId.normalize('NFC').replace(UNSAFE, '-')}`;
  const short = [...words].slice(0, MOST_LETTERS).join('');
  return `${short.replace(/[-._]+$/, '')}.pdf`;
};
