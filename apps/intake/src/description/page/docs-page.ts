import { type Html, html } from '@crier/runtime';
import type { ApiDescription, Responses } from '../describe-api.js';
import { OPERATIONS } from '../describe-api.js';
import type { Operation } from '../operation.js';
import { fieldRows } from './field-rows.js';
import { prose } from './prose.js';

const anchor = (text: string): string => text.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');

/** Tables scroll by themselves on a narrow screen, also by keyboard. */
const table = (label: string, head: readonly string[], rows: readonly Html[]): Html => html`
<div class="scroll" tabindex="0" role="region" aria-label="${label}"><table>
<thead><tr>${head.map((text) => html`<th scope="col">${text}</th>`)}</tr></thead>
<tbody>${rows}</tbody>
</table></div>`;

const schemaLink = (name: string): Html => html`<a href="#schema-${anchor(name)}">${name}</a>`;

const parameters = ({ id, parameters: given = [] }: Operation): Html | undefined =>
  given.length === 0
    ? undefined
    : html`<h4>Parameters</h4>${table(
        `Parameters of ${id}`,
        ['Name', 'In', 'Meaning'],
        given.map(
          (p) => html`<tr><th scope="row"><code>${p.name}</code>${p.required && html` <b>required</b>`}</th>
<td>${p.in}</td><td>${prose(p.about)}</td></tr>`,
        ),
      )}`;

const body = ({ body: given = {} }: Operation): Html[] =>
  Object.entries(given).map(
    ([type, { schema, list, example }]) => html`<h4>Body, <code>${type}</code></h4>
<p>${list ? 'A list of ' : ''}${schemaLink(schema)}${type.endsWith('ndjson') && ', one a line'}</p>
${example !== undefined && html`<pre tabindex="0" aria-label="Example"><code>${JSON.stringify(example(), null, 2)}</code></pre>`}`,
  );

const schemaNames = (content: Responses[string]['content']): Html[] =>
  Object.values(content ?? {}).map(({ schema }) => html` ${schemaLink(String(schema.$ref).split('/').at(-1) ?? '')}`);

const answers = (operation: Operation, responses: Responses): Html =>
  html`<h4>Answers</h4>${table(
    `Answers of ${operation.id}`,
    ['Status', 'When', 'Body'],
    Object.entries(responses).map(
      ([status, { description, content }]) => html`<tr><th scope="row"><code>${status}</code></th>
<td>${prose(description)}</td><td>${schemaNames(content)}</td></tr>`,
    ),
  )}`;

const section = (operation: Operation, description: ApiDescription): Html => {
  const described = description.paths[operation.path]?.[operation.method];
  return html`<section aria-labelledby="${operation.id}">
<h3 id="${operation.id}">${operation.summary}</h3>
<p class="call"><b>${operation.method.toUpperCase()}</b> <code>${operation.path}</code></p>
<p>${prose(operation.about ?? '')} Needs the scope <code>${operation.scope}</code>.</p>
${parameters(operation)}${body(operation)}${described && answers(operation, described.responses)}
</section>`;
};

/** Folded: looked up, not read through. A link leads to what is inside, so that browsers unfold it. */
const schemaSection = ([name, schema]: readonly [
  string,
  ApiDescription['components']['schemas'][string],
]): Html => html`
<details>
<summary><h3>${name}</h3></summary>
<div id="schema-${anchor(name)}">${table(
  `Fields of ${name}`,
  ['Field', 'Type', 'Meaning'],
  fieldRows(schema).map(
    (row) => html`<tr><th scope="row"><code>${row.name}</code>${row.required && html` <b>required</b>`}</th>
<td>${row.type}</td><td>${prose(row.about)}</td></tr>`,
  ),
)}</div>
</details>`;

const nav = (groups: readonly string[], schemas: readonly string[]): Html => html`<nav aria-label="Contents"><ul>
${groups.map(
  (group) => html`<li><a href="#${anchor(group)}">${group}</a><ul>
${OPERATIONS.filter((o) => o.group === group).map((o) => html`<li><a href="#${o.id}">${o.summary}</a></li>`)}</ul></li>`,
)}
<li><a href="#schemas">Schemas</a><ul>${schemas.map((name) => html`<li>${schemaLink(name)}</li>`)}</ul></li>
</ul></nav>`;

const INTRODUCTION =
  'Send `Authorization: Bearer <api key>` with every call; `crier keys create` makes keys. Times are RFC 3339. Lists come in pages: `limit`, `cursor`, `next`. Every error is a problem document (RFC 9457): decide by its `code`.';

/** The API for people: one page, nothing fetched from elsewhere, no script. */
export const docsPage = (description: ApiDescription): string => {
  const groups = description.tags.map(({ name }) => name);
  const schemas = Object.entries(description.components.schemas);
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${description.info.title} API</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/docs/docs.css">
</head>
<body>
<a class="skip" href="#main">Skip to the content</a>
<header><h1>${description.info.title} API</h1><p>${description.info.description}</p>
<p><a href="/openapi.json">OpenAPI 3.1 description</a></p></header>
<div class="columns">
${nav(
  groups,
  schemas.map(([name]) => name),
)}
<main id="main" tabindex="-1">
<p>${prose(INTRODUCTION)}</p>
${groups.map(
  (group) => html`<h2 id="${anchor(group)}">${group}</h2>
${OPERATIONS.filter((o) => o.group === group).map((o) => section(o, description))}`,
)}
<h2 id="schemas">Schemas</h2>
${schemas.map(schemaSection)}
</main>
</div>
</body>
</html>
`.markup;
};
