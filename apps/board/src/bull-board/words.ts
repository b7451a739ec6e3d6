import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { type RequestHandler, Router } from 'express';

/** Sentences of Bull Board that are not true here, or too short for what its button does here, in our words. */
export const OUR_WORDS: Readonly<Record<string, string>> = {
  'JOB.ACTIONS.CONFIRM.RETRY':
    'The message is sent again, recorded under your name. If its reason says that it may already have arrived, this may be a second copy.',
  'JOB.ACTIONS.CONFIRM.CLEAN':
    'The job is removed, the delivery stays as it is: what is still to be sent gets its job back.',
  'QUEUE.ACTIONS.CONFIRM.RETRY_ALL':
    'Every dead message behind these jobs is sent again, recorded under your name. What may already have arrived is left out: retry it one by one.',
  'QUEUE.ACTIONS.CONFIRM.RETRY_FAILED_QUEUES':
    'Every dead message behind {{jobs}} failed jobs in {{count}} queues is sent again, recorded under your name. What may already have arrived is left out.',
  'QUEUE.ACTIONS.CONFIRM.CLEAN_ALL':
    'The {{status}} jobs are removed, the deliveries stay as they are: what is still to be sent gets its job back.',
  'QUEUE.ACTIONS.TOAST.RETRY_DONE': 'What may be sent again is on its way',
  'QUEUE.ACTIONS.TOAST.RETRY_SKIPPED':
    '{{count}} left out: over, on their way already, or to be retried one by one because they may already have arrived.',
};

const FOLDER = join(
  dirname(createRequire(import.meta.url).resolve('@bull-board/ui/package.json')),
  'dist/static/locales',
);

type Words = { [key: string]: string | Words };

/** Puts a sentence at its dotted key; a key that Bull Board no longer has is an error that a test meets first. */
const put = (words: Words, key: string, sentence: string): void => {
  const path = key.split('.');
  const last = path.pop() ?? '';
  const parent = path.reduce<Words | string | undefined>((at, name) => (at as Words | undefined)?.[name], words);
  if (typeof parent !== 'object' || !(last in parent)) throw new Error(`Bull Board has no sentence ${key}`);
  parent[last] = sentence;
};

/** Bull Board's sentences in a language with ours among them (in English: better than wrong), or undefined. */
export const wordsIn = (language: string): Words | undefined => {
  const file = join(FOLDER, language, 'messages.json');
  if (!/^[a-z]{2}-[A-Z]{2}$/.test(language) || !existsSync(file)) return undefined;
  const words = JSON.parse(readFileSync(file, 'utf8')) as Words;
  for (const [key, sentence] of Object.entries(OUR_WORDS)) put(words, key, sentence);
  return words;
};

/** Answers for Bull Board's files of sentences. */
export const wordsRoute = (): RequestHandler =>
  Router().get('/static/locales/:language/messages.json', (req, res, next) => {
    const words = wordsIn(req.params.language);
    if (words === undefined) return next();
    res.json(words);
  });
