import { html } from '@crier/runtime';

/** The sign beside the name: a horn and its sound. The words beside it speak for it. */
export const mark = html`<svg class="mark" viewBox="0 0 32 32" aria-hidden="true" focusable="false">
<rect width="32" height="32" rx="8"/>
<path d="M8 13.5h3.2L18 8.6v14.8l-6.8-4.9H8z"/>
<path d="M21.4 12.4a5 5 0 0 1 0 7.2M24 9.6a9 9 0 0 1 0 12.8" fill="none" stroke-width="2" stroke-linecap="round"/>
</svg>`;
