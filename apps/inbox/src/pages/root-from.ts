/** The way from a page at this path to the app's root: '' beside it, `../` for each folder between. */
export const rootFrom = (path: string): string => '../'.repeat(Math.max(path.split('/').length - 2, 0));
