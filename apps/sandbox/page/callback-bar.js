import { byId, element } from './element.js';
import { formatCount } from './format.js';

const SETTINGS = ['outcome', 'delayMs', 'duplicates', 'shuffle', 'code', 'signatureVersion'];

const wordsOn = ({ on, outcome, delayMs, duplicates, shuffle }) =>
  on
    ? [
        `${outcome} after ${formatCount(delayMs)} ms`,
        ...(duplicates > 0 ? [`${formatCount(duplicates + 1)} copies`] : []),
        ...(shuffle ? ['shuffled'] : []),
      ].join(', ')
    : 'off';

const switchTo = (state, on) => {
  const settings = Object.fromEntries(SETTINGS.map((name) => [name, state[name]]));
  const body = JSON.stringify({ provider: state.provider, on, ...settings });
  return fetch('/sandbox/callbacks', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  });
};

const createItem = (provider) => {
  let shown;
  const box = element('input', { type: 'checkbox', role: 'switch', onchange: () => switchTo(shown, box.checked) });
  const words = element('span', {});
  const pending = element('span', { className: 'tag' });
  const failed = element('span', { className: 'tag bad' });
  const item = element('li', {}, element('label', {}, box, element('strong', {}, provider), words), pending, failed);
  return {
    item,
    show(state) {
      shown = state;
      box.checked = state.on;
      words.textContent = wordsOn(state);
      pending.hidden = state.pending === 0;
      pending.textContent = `${formatCount(state.pending)} pending`;
      failed.hidden = state.failed === 0;
      failed.textContent = `${formatCount(state.failed)} failed`;
    },
  };
};

/** Which providers call back, a switch for each, and how many callbacks are on their way or given up. */
export const createCallbackBar = () => {
  const list = byId('callbacks');
  const items = new Map();
  return {
    show(states, url) {
      list.title = `They go to ${url}/callbacks/…`;
      for (const state of states) {
        const known = items.get(state.provider) ?? createItem(state.provider);
        items.set(state.provider, known);
        if (!known.item.isConnected) list.append(known.item);
        known.show(state);
      }
    },
  };
};
