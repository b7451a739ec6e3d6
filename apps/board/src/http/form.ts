import express, { type Request, type RequestHandler } from 'express';

/** Reads a form that was posted. A thousand ids with their names fit; more is refused. */
export const readForm: RequestHandler = express.urlencoded({ extended: false, limit: '128kb', parameterLimit: 1_100 });

/** Every value of a field of the form, as text. */
export const fieldsOf = (req: Request, name: string): string[] => {
  const value: unknown = (req.body as Record<string, unknown> | undefined)?.[name];
  return [value].flat().filter((one) => typeof one === 'string');
};
