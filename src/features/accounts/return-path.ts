/**
 * The page to go back to after signing in: a path of this site, anything else becomes '/'. Refuses
 * what a browser would read as another host: `//host`, `/\host`, addresses, control characters.
 */
export function safeReturnPath(value: unknown): string {
  if (typeof value !== 'string' || value.length > 2_000) return '/';
  // biome-ignore lint/suspicious/noControlCharactersInRegex: browsers drop these, then read the rest
  if (!/^\/(?![/\\])/.test(value) || /[\u0000-\u001f\u007f\\]/.test(value)) return '/';
  return value;
}
