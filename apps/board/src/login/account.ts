import type { Response } from 'express';

/** A viewer sees everything and changes nothing. */
export type Role = 'operator' | 'viewer';

/** Somebody who is logged in. */
export interface BoardUser {
  readonly name: string;
  readonly role: Role;
}

/** Somebody who may log in. */
export interface Account extends BoardUser {
  readonly password: string;
}

/** Who is logged in, on every route behind `requireSession`. */
export const userOf = (res: Response): BoardUser => res.locals.user as BoardUser;
