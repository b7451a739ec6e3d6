import { describe, expect, it } from 'vitest';
import { CHANNELS } from '../channel.js';
import { addressFor, anonymousRecipientId, isAddressed, recipientId } from './recipient.js';

describe('R-3.5 the address of a profile for a channel', () => {
  const maria = { email: ' Maria@Example.com', phone: '+977 980-0000000', whatsapp: '+977 980-0000001' };

  it('is canonical', () => {
    expect(addressFor(maria, 'email')).toEqual({ address: 'maria@example.com' });
    expect(addressFor(maria, 'sms')).toEqual({ address: '+9779800000000' });
    expect(addressFor(maria, 'whatsapp')).toEqual({ address: '+9779800000001' });
  });

  it.each(CHANNELS.filter(isAddressed))('is none for %s when the profile names none or a blank one', (channel) => {
    expect(addressFor({}, channel)).toBe('none');
    expect(addressFor({ email: '', phone: '  ', whatsapp: '\u00a0' }, channel)).toBe('none');
  });

  it('is not borrowed from another channel', () => {
    expect(addressFor({ phone: '+9779800000000' }, 'whatsapp')).toBe('none');
    expect(addressFor({ whatsapp: '+9779800000000' }, 'sms')).toBe('none');
  });

  it('is malformed when it can’t be one', () => {
    expect(addressFor({ email: 'maria' }, 'email')).toBe('malformed');
    expect(addressFor({ phone: '9800000000' }, 'sms')).toBe('malformed');
    expect(addressFor({ whatsapp: 'maria@example.com' }, 'whatsapp')).toBe('malformed');
  });
});

describe('R-3.3 the id of a recipient who came without one', () => {
  const id = anonymousRecipientId;

  it('is the same for one address in other spellings', () => {
    expect(id({ email: 'Maria@Example.COM ' })).toBe(id({ email: 'maria@example.com' }));
    expect(id({ phone: '+977 (980) 0000000' })).toBe(id({ phone: '+9779800000000' }));
  });

  it('is another for another address, and tells none', () => {
    expect(id({ email: 'maria@example.com' })).not.toBe(id({ email: 'maria+x@example.com' }));
    expect(id({ email: 'maria@example.com' })).toMatch(/^anon-[0-9a-f]{24}$/);
  });

  it('comes from the first well-formed address, whatever else the profile says', () => {
    const first = id({ email: 'maria@example.com' });
    expect(id({ email: 'maria@example.com', phone: '+9779800000000', name: 'Maria' })).toBe(first);
    expect(id({ email: ' ', phone: '+9779800000000' })).toBe(id({ phone: '+9779800000000' }));
    expect(id({ email: 'n/a', phone: '+9779800000000' })).toBe(id({ phone: '+9779800000000' }));
  });

  it('keeps people apart whose email is blank or malformed in the same way', () => {
    for (const email of ['', 'n/a'])
      expect(id({ email, phone: '+9779800000000' })).not.toBe(id({ email, phone: '+9779800000001' }));
  });

  it('comes from everything given when nothing is well-formed, field by field', () => {
    const [a, b] = [id({ email: 'n/a', phone: '123' }), id({ email: 'n/a', phone: '124' })];
    expect(a).not.toBe(b);
    expect(id({ email: 'x', phone: 'y' })).not.toBe(id({ phone: 'x', whatsapp: 'y' }));
    expect(id({ email: '["x' })).not.toBe(id({ email: 'x' }));
  });

  it('comes from every address when asked for the whole', () => {
    const whole = (phone: string) => id({ email: 'office@example.com', phone }, true);
    expect(whole('+9779800000000')).not.toBe(whole('+9779800000001'));
    expect(whole('+977 9800000000')).toBe(whole('+9779800000000'));
  });

  it('is none when there is nothing to write to', () => {
    expect(id({})).toBeUndefined();
    expect(id({ name: 'Maria', email: '', phone: ' ' })).toBeUndefined();
    expect(id({ name: 'Maria' }, true)).toBeUndefined();
  });
});

it('a recipient’s id is the text itself or the object’s', () => {
  expect([recipientId('u-17'), recipientId({ id: 'u-18' })]).toEqual(['u-17', 'u-18']);
});
