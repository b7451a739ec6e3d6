import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Account } from './account.js';

/**
 * Finds the account with this name and password. Every account is compared whole, by digests of one length, so that the time
 * it takes tells neither how much of a password was right nor whether the name exists.
 */
export const createPasswordCheck = (
  accounts: readonly Account[],
): ((name: string, password: string) => Account | undefined) => {
  const key = randomBytes(32);
  const digest = (text: string) => createHmac('sha256', key).update(text).digest();
  const known = accounts.map((account) => ({
    account,
    name: digest(account.name),
    password: digest(account.password),
  }));
  return (name, password) => {
    const given = { name: digest(name), password: digest(password) };
    const matches = known.map(
      (one) => Number(timingSafeEqual(one.name, given.name)) & Number(timingSafeEqual(one.password, given.password)),
    );
    return known[matches.indexOf(1)]?.account;
  };
};
