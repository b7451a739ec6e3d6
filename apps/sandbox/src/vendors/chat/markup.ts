const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (c) => ENTITIES[c] as string);

/** Somebody would be called: shown so that nobody overlooks it. */
export const mention = (html: string): string => `<mark>${html}</mark>`;

/** A link, if it leads to the web; else its text. */
export const link = (url: string, html: string): string =>
  /^https?:\/\//i.test(url) ? `<a href="${escapeHtml(url)}">${html}</a>` : html;

const lines = (html: string): string => html.replaceAll('\n', '<br>');

/** Text that a chat shows as it is. */
export const plain = (text: string): string => lines(escapeHtml(text));

const decode = (text: string): string =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');

/** Slack's own: https://docs.slack.dev/messaging/formatting-message-text. `&`, `<` and `>` come as entities. */
export const mrkdwn = (source: string): string => {
  const styled = (text: string) =>
    escapeHtml(decode(text))
      .replace(/(^|[\s(])\*([^*\n]+)\*(?=$|[\s).,:;!?])/g, '$1<b>$2</b>')
      .replace(/(^|[\s(])_([^_\n]+)_(?=$|[\s).,:;!?])/g, '$1<i>$2</i>')
      .replace(/(^|[\s(])~([^~\n]+)~(?=$|[\s).,:;!?])/g, '$1<s>$2</s>')
      .replace(/`([^`\n]+)`/g, '<code>$1</code>');
  const parts = source.split(/<([^<>\n]+)>/);
  const html = parts.map((part, n) => {
    if (n % 2 === 0) return styled(part);
    const [target = '', words] = part.split('|');
    if (/^[!@#]/.test(target)) return mention(escapeHtml(words ?? target.replace(/^!/, '@')));
    return link(decode(target), styled(words ?? target));
  });
  return lines(html.join(''));
};

/** The Markdown that Teams and Mattermost have in common. Mentions are Mattermost's. */
export const markdown = (source: string, mentions = false): string => {
  const kept: string[] = [];
  const keep = (html: string) => `\ue000${kept.push(html) - 1}\ue001`;
  const inline = source
    .replace(/\ue000|\ue001/g, '')
    .replace(/\\([!-/:-@[-`{-~])/g, (_, c: string) => keep(escapeHtml(c)))
    .replace(/\[([^\]\n]*)\]\(([^)\s]+)\)/g, (_, text: string, url: string) => keep(link(url, escapeHtml(text))));
  const html = escapeHtml(inline)
    .replace(/\*\*([^*\n]+)\*\*/g, '<b>$1</b>')
    .replace(/(^|\s)[*_]([^*_\n]+)[*_]/g, '$1<i>$2</i>')
    .replace(/`([^`\n]+)`/g, '<code>$1</code>')
    .replace(/(?<![\w.])@[\w.-]+/g, (name) => (mentions ? mention(name) : name));
  const whole = (text: string): string =>
    text.replace(/\ue000(\d+)\ue001/g, (_, n: string) => whole(kept[Number(n)] ?? ''));
  return lines(whole(html));
};

/** The HTML that Google's cards read: https://developers.google.com/workspace/chat/format-messages#card-formatting. */
export const cardHtml = (source: string): string =>
  source
    .split(/(<[^>]*>)/)
    .map((part, n) => {
      if (n % 2 === 0) return plain(decode(part));
      const url = /^<a href="([^"]*)">$/i.exec(part)?.[1];
      if (url !== undefined) return /^https?:/i.test(url) ? `<a href="${url}">` : '';
      return /^<\/?(b|i|u|strike|br|a)\s*\/?>$/i.test(part) ? part : escapeHtml(part);
    })
    .join('');

/** What is left of HTML of ours without its markup, links with their addresses. */
export const textOf = (html: string): string =>
  decode(
    html
      .replace(/<a href="([^"]*)">(.*?)<\/a>/g, '$2 ($1)')
      .replace(/<(br|\/p|\/h1|\/h2|\/div|\/tr|\/li)>/g, '\n')
      .replace(/<\/th>|<\/td><td>/g, ': ')
      .replace(/<[^>]+>/g, ''),
  )
    .replace(/\n{2,}/g, '\n')
    .trim();
