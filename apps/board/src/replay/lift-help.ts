import { type Html, html } from '@crier/runtime';

const KEY = '-H "Authorization: Bearer $CRIER_API_KEY"';

/**
 * How evidence comes off the suppression list: by the API, with the entry's id or after a look at what stands against the
 * address. Never shown for a person's own word, whose verdict is `opted_out`: they alone take that back.
 */
export const liftHelp = (suppressionId: string | null): Html => html`<div class="notice warn">
<p><strong>The address stands on the suppression list.</strong> Read its evidence, and lift it once the cause is mended, with a key that may write to the directory; or correct the address. Then replay.</p>
${suppressionId === null && html`<pre><code>curl "$CRIER_API_URL/v1/suppressions?address=ADDRESS" ${KEY}</code></pre>`}
<pre><code>curl -X DELETE "$CRIER_API_URL/v1/suppressions/${suppressionId ?? 'ID'}" ${KEY}</code></pre>
</div>`;
