// A password with an unencoded @ : / ? or # can give a valid address of another host. Then a part
// of the password would be printed as host, port or database. So an address is accepted only if it
// can be read in one way.

/** Whether this is an unambiguous address of a PostgreSQL database. */
export function isPostgresUrl(text: string): boolean {
  if (!/^postgres(?:ql)?:\/\//i.test(text) || !URL.canParse(text)) return false;
  const { pathname, hash, username, password, search } = new URL(text);
  if (hash !== '' || text.includes('#') || text.split('@').length > 2) return false;
  if (/[@:/\\]/.test(pathname.slice(1)) || search.includes('@')) return false;
  if (/[?/]/.test(text.slice(text.indexOf('//') + 2, text.lastIndexOf('@') + 1))) return false;
  return [username, password, pathname].every(isDecodable);
}

// A percent sign without a code after it is a literal one.
function isDecodable(part: string): boolean {
  try {
    decodeURIComponent(part.replace(/%(?![\da-f]{2})/gi, '%25'));
    return true;
  } catch {
    return false;
  }
}

/**
 * A database's address for people: without the password, and with a user name only if it is plain.
 */
export function describePostgresUrl(text: string): string {
  const { hostname, port, pathname, username, searchParams } = new URL(text);
  const user = /^[\w.-]+$/.test(username) ? `${username}@` : '';
  // The folder of a unix socket is in the parameter `host`.
  const host = searchParams.get('host') || hostname || 'localhost';
  return `${user}${host}:${port || 5432}${pathname === '/' ? '' : pathname}`;
}
