// @ts-check
/** @typedef {import('./spread.mjs').Panel} Panel */

const WIDTH = 400;
const HEIGHT = 56;
const COLUMN = 440;
const ROW = 96;
const LEFT = 20;
const TOP = 70;
/** The highest share of a second that a panel can show, and the limit that is drawn in it. */
const FULL = 0.055;
const LIMIT = 0.05;

const STYLE = `
    text { font: 13px system-ui, sans-serif; fill: #1f2328 }
    .title { font-weight: 600; font-size: 15px }
    .quiet { fill: #59636e; font-size: 11px }
    .bars { fill: #0969da }
    .axis { stroke: #818b98 }
    .limit { stroke: #cf222e; stroke-dasharray: 4 3 }
    @media (prefers-color-scheme: dark) {
      text { fill: #f0f6fc }
      .quiet { fill: #9198a1 }
      .bars { fill: #4493f8 }
      .limit { stroke: #f85149 }
    }`;

/** A share with two digits, as the picture and its description say it. */
export const percent = (/** @type {number} */ share) => `${(share * 100).toFixed(2)} %`;

const worst = (/** @type {Panel} */ { fullestSecond, fullestTenth }) =>
  `fullest second ${percent(fullestSecond)}, fullest 100 ms ${percent(fullestTenth)}`;

/** The outline of a bar for each second, from the axis up. */
const bars = (/** @type {Panel} */ { instants }, /** @type {number} */ seconds) => {
  const counts = Array.from({ length: seconds }, () => 0);
  for (const at of instants) counts[Math.floor(at / 1_000)] = (counts[Math.floor(at / 1_000)] ?? 0) + 1;
  const round = (/** @type {number} */ x) => String(Math.round(x * 10) / 10);
  const steps = counts.map((count, second) => {
    const height = (count / instants.length / FULL) * HEIGHT;
    return `V${round(HEIGHT - height)}H${round(((second + 1) / seconds) * WIDTH)}`;
  });
  return `M0 ${HEIGHT}${steps.join('')}V${HEIGHT}Z`;
};

const drawPanel = (/** @type {Panel} */ panel, /** @type {number} */ column, /** @type {number} */ row) => {
  const seconds = Math.ceil(((panel.instants.at(-1) ?? 0) + 1) / 1_000);
  const limit = HEIGHT - (LIMIT / FULL) * HEIGHT;
  return `  <g transform="translate(${LEFT + column * COLUMN} ${TOP + row * ROW})">
    <text y="-6">${panel.name}<tspan class="quiet" dx="8">${worst(panel)}</tspan></text>
    <path class="bars" d="${bars(panel, seconds)}"/>
    <path class="limit" d="M0 ${limit.toFixed(1)}H${WIDTH}"/>
    <path class="axis" d="M0 ${HEIGHT}H${WIDTH}"/>
    <text class="quiet" y="${HEIGHT + 13}">0 s</text>
    <text class="quiet" y="${HEIGHT + 13}" x="${WIDTH}" text-anchor="end">${seconds} s</text>
  </g>`;
};

/** The columns as an SVG that reads on a light and on a dark page, and says in words what it shows. */
export const drawSpread = (/** @type {readonly { title: string, panels: readonly Panel[] }[]} */ columns) => {
  const rows = columns[0]?.panels.length ?? 0;
  const words = columns.map(
    ({ title, panels }) => `${title}: ${panels.map((panel) => `${panel.name}: ${worst(panel)}`).join('; ')}.`,
  );
  const width = columns.length * COLUMN;
  const height = TOP + rows * ROW;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-labelledby="title words">
  <title id="title">When 4,000 messages that failed within 3 seconds come back</title>
  <desc id="words">Share of the messages per second, the limit of 5 % dashed. ${words.join(' ')}</desc>
  <style>${STYLE}
  </style>
${columns.map(({ title }, n) => `  <text class="title" x="${LEFT + n * COLUMN}" y="26">${title}</text>`).join('\n')}
  <text class="quiet" x="${LEFT}" y="44">share of all messages per second; dashed: the limit of 5 %</text>
${columns.flatMap(({ panels }, column) => panels.map((panel, row) => drawPanel(panel, column, row))).join('\n')}
</svg>
`;
};
