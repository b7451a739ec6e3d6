/**
 * An email's HTML as a document for a frame of its own. Links open in a new tab: inside the frame they would be dead.
 * The base goes after the doctype, since anything before it would change how the email is laid out.
 */
export const mailDocument = (html: string): string => {
  const place = /<head(\s[^>]*)?>/i.exec(html) ?? /<html(\s[^>]*)?>/i.exec(html) ?? /^\s*<!doctype[^>]*>/i.exec(html);
  const at = place ? place.index + place[0].length : 0;
  return `${html.slice(0, at)}<base target="_blank">${html.slice(at)}`;
};

/** No script, no form, nothing fetched from anywhere: an email is somebody else's page. */
export const MAIL_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; frame-ancestors 'self'; " +
  'sandbox allow-popups allow-popups-to-escape-sandbox';
