import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { recipientProfileSchema } from './envelope.js';
import { bodyWith, errorsOf, faultsOf } from './event-body.test-support.js';
import { fieldErrors } from './field-errors.js';

const faultsOfRecipient = (recipient: unknown) => faultsOf(bodyWith({ recipients: ['u-18', recipient] }));

describe('R-1.5 a faulty recipient is told what is wrong with it as what it was meant to be', () => {
  it.each<[string, unknown, string[]]>([
    ['a number', 42, ['/recipients/1 wrong_type']],
    ['null', null, ['/recipients/1 wrong_type']],
    ['an array', ['u-17'], ['/recipients/1 wrong_type']],
    ['an empty id', '', ['/recipients/1 empty']],
    ['a blank id', '  ', ['/recipients/1 empty']],
    ['an id that is too long', 'x'.repeat(129), ['/recipients/1 too_long']],
    ['an empty object', {}, ['/recipients/1 nobody']],
    ['only a name', { name: 'Maria' }, ['/recipients/1 nobody']],
    ['only blank addresses', { email: '', phone: ' ' }, ['/recipients/1 nobody']],
    ['a field of another type', { id: 'u-17', email: 5 }, ['/recipients/1/email wrong_type']],
    ['an id of another type', { id: 17, email: 'm@example.com' }, ['/recipients/1/id wrong_type']],
    ['an empty id in an object', { id: '', email: 'm@example.com' }, ['/recipients/1/id empty']],
    ['one unknown field', { id: 'u-17', emial: 'm@example.com' }, ['/recipients/1/emial unknown_field']],
    ['nothing but an unknown field', { emial: 'm@example.com' }, ['/recipients/1/emial unknown_field']],
    [
      'known and unknown fields',
      { id: 'u-17', email: 'm@example.com', phone: '+9779800000000', role: 'buyer', team: 'x' },
      ['/recipients/1/role unknown_field', '/recipients/1/team unknown_field'],
    ],
    [
      'an unknown field and a faulty one',
      { id: 'u-17', email: 5, role: 'buyer' },
      ['/recipients/1/email wrong_type', '/recipients/1/role unknown_field'],
    ],
    ['a faulty channel', { id: 'u-17', channels: ['email', 'fax'] }, ['/recipients/1/channels/1 not_allowed']],
    ['no channel', { id: 'u-17', channels: [] }, ['/recipients/1/channels too_short']],
    ['an audience of another type', { audience: 5 }, ['/recipients/1/audience wrong_type']],
    ['a blank audience', { audience: ' ' }, ['/recipients/1/audience empty']],
    ['an audience that nobody stored', { audience: 'buyers' }, ['/recipients/1/audience unknown_audience']],
    ['an audience with an id', { audience: 'buyers', id: 'u-17' }, ['/recipients/1/id unknown_field']],
    [
      'a person with an audience',
      { id: 'u-17', email: 'm@example.com', audience: 'buyers' },
      ['/recipients/1/audience unknown_field'],
    ],
    ['an email that is too long', { id: 'u-17', email: 'x'.repeat(321) }, ['/recipients/1/email too_long']],
  ])('%s', (_, recipient, faults) => {
    expect(faultsOfRecipient(recipient).sort()).toEqual(faults.sort());
  });

  it('each for itself, by its own index', () => {
    const recipients = [{ id: 'u-1', x: 1 }, 'u-2', 3, { audience: 4 }, { email: 5 }];
    expect(faultsOf(bodyWith({ recipients }))).toEqual([
      '/recipients/0/x unknown_field',
      '/recipients/2 wrong_type',
      '/recipients/3/audience wrong_type',
      '/recipients/4/email wrong_type',
    ]);
  });

  it('in words that name what may stand there', () => {
    const [error] = errorsOf(bodyWith({ recipients: [42] }));
    expect(error?.detail).toBe('Must be a recipient id (a string) or a recipient object.');
  });
});

describe('field errors', () => {
  it('escape keys in pointers, and begin where they are told to', () => {
    const parsed = z.strictObject({ 'a/b': z.strictObject({ 'c~d': z.string() }) }).safeParse({ 'a/b': { 'c~d': 1 } });
    expect(fieldErrors(parsed.error?.issues ?? [], ['items', 3]).map((e) => e.pointer)).toEqual(['/items/3/a~1b/c~0d']);
  });

  it('say the same of a directory entry', () => {
    const parsed = recipientProfileSchema.safeParse(
      { id: 'u-17', email: 5, timezone: 'Mars/Olympus', channels: ['fax'] },
      { reportInput: true },
    );
    expect(
      fieldErrors(parsed.error?.issues ?? [])
        .map((e) => `${e.pointer} ${e.code}`)
        .sort(),
    ).toEqual(['/channels/0 not_allowed', '/email wrong_type', '/id unknown_field', '/timezone bad_timezone'].sort());
  });
});
