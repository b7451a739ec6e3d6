import { byId, element } from './element.js';
import { formatCount, shortKey } from './format.js';

const percent = new Intl.NumberFormat(undefined, { style: 'percent', maximumFractionDigits: 1 });

/** What there is to say about a fault, beyond what it does. */
const details = (fault) => [
  ...(fault.rate === 1 ? [] : [percent.format(fault.rate)]),
  ...(fault.count === undefined ? [] : [`${formatCount(fault.count)} left`]),
  ...(fault.code === undefined ? [] : [`code ${fault.code}`]),
  ...(fault.status === undefined ? [] : [`status ${fault.status}`]),
  ...(fault.retryAfter === undefined ? [] : [`retry after ${fault.retryAfter} s`]),
  ...(fault.delayMs === undefined ? [] : [`${formatCount(fault.delayMs)} ms`]),
  ...(fault.to === undefined ? [] : [`to ${fault.to}`]),
  ...(fault.key === undefined ? [] : [`key ${shortKey(fault.key)}`]),
];

const chip = (fault) => {
  const who = fault.provider ?? fault.channel ?? 'any provider';
  const words = [`${who}: ${fault.mode.replaceAll('_', ' ')}`, ...details(fault)];
  const [first, ...rest] = words;
  return element(
    'li',
    {},
    element('span', {}, element('strong', {}, first), rest.length === 0 ? undefined : `  ${rest.join(', ')}`),
    element(
      'button',
      {
        type: 'button',
        'aria-label': `Remove fault ${words.join(', ')}`,
        onclick: () => fetch(`/sandbox/faults/${fault.id}`, { method: 'DELETE' }),
      },
      '×',
    ),
  );
};

/** The faults in force, in the order in which they are tried. */
export const createFaultBar = () => {
  const list = byId('faults');
  byId('clear-faults').addEventListener('click', () => fetch('/sandbox/faults', { method: 'DELETE' }));
  let shown = '';
  return {
    show(faults) {
      // A count that runs down must not take the focus from a button that is about to be pressed.
      const state = JSON.stringify(faults);
      if (state === shown) return;
      shown = state;
      const focused = [...list.querySelectorAll('button')].indexOf(document.activeElement);
      list.replaceChildren(...faults.map(chip));
      if (focused >= 0)
        (list.querySelectorAll('button')[Math.min(focused, faults.length - 1)] ?? byId('add-fault')).focus();
      list.hidden = faults.length === 0;
      byId('no-faults').hidden = faults.length > 0;
      byId('clear-faults').hidden = faults.length < 2;
    },
  };
};
