import type { Request, RequestHandler, Response } from 'express';

/** Says that people open these paths: what is refused there is said on a page. */
export const forPeople: RequestHandler = (_req, res, next) => {
  res.locals.forPeople = true;
  next();
};

/** Whether a person looks at the answer. A program can ask for problem documents there too. */
export const wantsPage = (req: Request, res: Response): boolean =>
  res.locals.forPeople === true && req.accepts(['html', 'application/problem+json', 'json']) === 'html';
