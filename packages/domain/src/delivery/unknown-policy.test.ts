import { describe, expect, it } from 'vitest';
import { defaultOnUnknown, resolveUnknown } from './unknown-policy.js';

describe('R-4.9 an outcome that stays unknown past its window', () => {
  it('is resent in the critical and transactional lanes and held in bulk, unless the type says otherwise', () => {
    expect(defaultOnUnknown('critical')).toBe('resend');
    expect(defaultOnUnknown('transactional')).toBe('resend');
    expect(defaultOnUnknown('bulk')).toBe('hold');
  });

  it('goes back to the queue on resend and dies on hold', () => {
    expect(resolveUnknown('resend', false)).toEqual({ to: 'queued' });
    expect(resolveUnknown('hold', false)).toEqual({ to: 'dead' });
  });

  it('is expired past its expiry, whatever the policy', () => {
    expect(resolveUnknown('resend', true)).toEqual({ to: 'expired' });
    expect(resolveUnknown('hold', true)).toEqual({ to: 'expired' });
  });
});
