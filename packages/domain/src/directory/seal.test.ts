import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openSeal, SEAL_NONCE_BYTES, seal } from './seal.js';

const nonce = (byte = 7) => new Uint8Array(SEAL_NONCE_BYTES).fill(byte);

describe('R-10.6 a sealed secret', () => {
  it('opens as it was, whatever it was', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(openSeal(['k'], seal(['k'], text, nonce()))).toBe(text);
      }),
    );
  });

  it('shows neither text nor key, and is never the same twice', () => {
    const sealed = seal(['the key'], 'device-token', nonce(1));
    expect(sealed.toString('latin1')).not.toMatch(/device|token|key/);
    expect(sealed.equals(seal(['the key'], 'device-token', nonce(2)))).toBe(false);
  });

  it('the first key encrypts and all decrypt, so that they can be changed', () => {
    const old = seal(['old'], 'device-token', nonce());
    expect(openSeal(['new', 'old'], old)).toBe('device-token');
    const fresh = seal(['new', 'old'], 'device-token', nonce());
    expect(openSeal(['new'], fresh)).toBe('device-token');
    expect(() => openSeal(['old'], fresh)).toThrow('CRIER_ENCRYPTION_KEY');
    expect(() => openSeal([], old)).toThrow('CRIER_ENCRYPTION_KEY');
  });

  it('does not open with any of its bytes changed, or cut, and says nothing of what is in it', () => {
    const sealed = seal(['k'], 'device-token', nonce());
    for (let at = 0; at < sealed.length; at++) {
      const changed = Buffer.from(sealed);
      changed[at] = (changed[at] ?? 0) ^ 1;
      for (const bytes of [changed, sealed.subarray(0, at)])
        expect(() => openSeal(['k'], bytes)).toThrow(/^no key of CRIER_ENCRYPTION_KEY opens this/);
    }
  });

  it('needs a key', () => {
    expect(() => seal([], 'device-token', nonce())).toThrow('no key');
  });
});
