/**
 * Shown where it is opened, and called `name` when it is kept (RFC 6266). `name` is one of `documentFileName`: of its characters only
 * letters of other scripts need the second form (RFC 8187), and whoever does not read that gets the first.
 */
export const inlineAs = (name: string): string => {
  const ascii = name.replace(/[^\x20-\x7e]+/g, '_');
  return `inline; filename="${ascii}"${ascii === name ? '' : `; filename*=UTF-8''${encodeURIComponent(name)}`}`;
};
