import { type Html, html } from '@crier/runtime';
import type { NotificationType, Preview } from '@crier/templates';
import type { BoardUser } from '../login/account.js';
import { frame } from '../pages/frame.js';
import { previewSection } from './preview-section.js';

export interface TemplatesView {
  readonly names: readonly string[];
  readonly type: NotificationType;
  readonly locales: readonly string[];
  readonly locale: string;
  readonly previews: readonly Preview[];
  readonly user: BoardUser;
}

const menu = (name: string, label: string, chosen: string, choices: readonly (readonly [string, string])[]): Html =>
  html`<div><label for="${name}">${label}</label>
<select id="${name}" name="${name}">${choices.map(([value, words]) => html`<option value="${value}"${value === chosen && html` selected`}>${words}</option>`)}</select></div>`;

const languages = new Intl.DisplayNames('en', { type: 'language' });

const chooser = ({
  names,
  type,
  locales,
  locale,
}: TemplatesView): Html => html`<form class="filter" method="get" action="/templates">
${menu(
  'type',
  'Type',
  type.name,
  names.map((name) => [name, name] as const),
)}
${menu(
  'locale',
  'Language',
  locale,
  locales.map((tag) => [tag, `${languages.of(tag) ?? tag} (${tag})`] as const),
)}
<button>Show</button>
</form>`;

const MINUTE_MS = 60_000;

const facts = ({ manifest, templateVersion }: NotificationType): Html => html`<dl class="facts">
  <div><dt>Lane</dt><dd>${manifest.lane}</dd></div>
  <div><dt>Category</dt><dd>${manifest.category}${manifest.mandatory && ', nobody can opt out'}</dd></div>
  <div><dt>Goes over</dt><dd>${manifest.channels.join(', ')}, unless the event or the person says otherwise</dd></div>
  <div><dt>Expires</dt><dd>${manifest.expiresInMs === null ? 'never by itself' : `after ${manifest.expiresInMs / MINUTE_MS} min`}</dd></div>
  <div><dt>Version</dt><dd><code>${templateVersion}</code></dd></div>
</dl>`;

/** `GET /templates`: what people get, all channels side by side, with example content. */
export const templatesPage = (view: TemplatesView): string =>
  frame({
    title: `${view.type.name}, templates`,
    path: '/templates',
    user: view.user,
    main: html`<div class="title">
  <h1>Templates</h1>
  <p class="soft">What people get, with example content</p>
</div>
<section aria-labelledby="type-name">
  <h2 id="type-name"><code>${view.type.name}</code></h2>
  <p>${view.type.manifest.description}</p>
  ${chooser(view)}
  ${facts(view.type)}
</section>
<div class="previews">${view.previews.map(previewSection)}</div>`,
  });
