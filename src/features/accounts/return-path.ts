const HERE = 'http://shop.invalid';

/**
 * The page to go back to after signing in: a path of this site, anything else becomes '/'. Refuses
 * what a browser would read as another host (`//host`, `/\\host`, `/..//host`), addresses and control
 * characters. The answer is a whole, escaped address, fit for a header.
 */
export function safeReturnPath(value: unknown): string {
  if (typeof value !== 'string' || value.length > 2_000) return '/';
  // biome-ignore lint/suspicious/noControlCharactersInRegex: browsers drop these, then read the rest
  if (!/^\/(?![/\\])/.test(value) || /[\u0000-\u001f\u007f\\]/.test(value)) return '/';
  if (!URL.canParse(value, HERE)) return '/';
  const { origin, pathname, search, hash } = new URL(value, HERE);
  return origin !== HERE || pathname.startsWith('//') ? '/' : pathname + search + hash;
}

/** The address of a form that leads there when it is done; without script it comes back by it. */
export function withReturnPath(form: string, from: string): string {
  return from === '/' ? form : `${form}?${new URLSearchParams({ from })}`;
}
