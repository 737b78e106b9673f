const HERE = 'http://shop.invalid';

/**
 * The page to go back to after sign-in: a path of this site, or '/' for anything else. Refuses what
 * a browser reads as another host (`//host`, `/\\host`, `/..//host`), addresses and control
 * characters. Returns an escaped address that is safe in a header.
 */
export function safeReturnPath(value: unknown): string {
  if (typeof value !== 'string' || value.length > 2_000) return '/';
  // biome-ignore lint/suspicious/noControlCharactersInRegex: browsers drop these, then read the rest
  if (!/^\/(?![/\\])/.test(value) || /[\u0000-\u001f\u007f\\]/.test(value)) return '/';
  if (!URL.canParse(value, HERE)) return '/';
  const { origin, pathname, search, hash } = new URL(value, HERE);
  return origin !== HERE || pathname.startsWith('//') ? '/' : pathname + search + hash;
}

/**
 * The address of a form with the return path. Without JavaScript the form keeps it after an error.
 */
export function withReturnPath(form: string, from: string): string {
  return from === '/' ? form : `${form}?${new URLSearchParams({ from })}`;
}
