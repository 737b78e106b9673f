/** The forms of addresses in the environment. */

/** Whether a text is an origin: scheme, host and port alone. */
export function isOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const url = new URL(text);
  return (
    /^https?:$/.test(url.protocol) &&
    url.pathname === '/' &&
    !url.search &&
    !url.hash &&
    !url.username
  );
}

/** Whether a text is the address of an OpenID provider. */
export function isIssuer(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const url = new URL(text);
  return /^https?:$/.test(url.protocol) && !url.search && !url.hash && !url.username;
}

/** Whether a text is the address of a mail server. */
export function isSmtpUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, pathname, search, hash, username, password } = new URL(text);
  return (
    [username, password].every((part) => decode(part) !== null) &&
    /^smtps?:$/.test(protocol) &&
    hostname !== '' &&
    (pathname === '' || pathname === '/') &&
    (search === '' || (search === '?tls=no' && protocol === 'smtp:')) &&
    hash === ''
  );
}

// The decoded text is returned because the bundler removes a call whose result nobody uses.
function decode(part: string): string | null {
  try {
    return decodeURIComponent(part);
  } catch {
    return null;
  }
}
