const HERE = 'http://here.invalid';
const DOORS = new Set(['/login', '/logout']);

/**
 * Where to go after the login: the page asked for if it is one of ours, else the overview. It is read as a browser reads it
 * (a backslash is a slash, tabs vanish, dots are resolved), and must still be a path of this host then.
 */
export const localPath = (asked: unknown): string => {
  if (typeof asked !== 'string' || !asked.startsWith('/') || !URL.canParse(asked, HERE)) return '/';
  const url = new URL(asked, HERE);
  const isOurs = url.origin === HERE && !url.pathname.startsWith('//') && !DOORS.has(url.pathname);
  return isOurs ? `${url.pathname}${url.search}${url.hash}` : '/';
};
