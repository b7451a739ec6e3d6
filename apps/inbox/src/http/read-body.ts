import express, { type Request, type RequestHandler } from 'express';

/** Reads a form that was posted: a tick and a name for each of a few hundred choices. */
export const readForm: RequestHandler = express.urlencoded({ extended: false, limit: '64kb', parameterLimit: 2_000 });

/** Every value of a field of the form, as text. */
export const fieldsOf = (req: Request, name: string): string[] => {
  const value: unknown = (req.body as Record<string, unknown> | undefined)?.[name];
  return [value].flat().filter((one) => typeof one === 'string');
};

/** Reads to its end a body of which nothing is used, and refuses a large one. */
export const skipBody: RequestHandler = express.raw({ type: () => true, limit: '16kb', inflate: false });
