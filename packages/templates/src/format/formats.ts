import { createDate } from './date.js';
import { createDateTime } from './date-time.js';
import type { Format } from './format.js';
import { createLink } from './link.js';
import { createMoney } from './money.js';
import { createNumber } from './number.js';
import { createPlural } from './plural.js';

/** Every formatting helper that a template may use, by its name there. */
export const createFormats = (): ReadonlyMap<string, Format> =>
  new Map([
    ['money', createMoney()],
    ['number', createNumber()],
    ['plural', createPlural()],
    ['date', createDate()],
    ['dateTime', createDateTime()],
    ['link', createLink()],
  ]);
