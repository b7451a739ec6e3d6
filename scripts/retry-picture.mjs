// @ts-check
// Draws how 4,000 failures come back into docs/img/retry-spread.svg.
import { writeFileSync } from 'node:fs';
import { drawSpread } from './retry/draw.mjs';
import { retrySpread } from './retry/spread.mjs';

writeFileSync(new URL('../docs/img/retry-spread.svg', import.meta.url), drawSpread(retrySpread()));
