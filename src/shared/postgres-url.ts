// A password with an @ : / ? or # in it that is not encoded makes an address that can be read, of
// another host: a part of the password then stands where a host, a port or a database is printed. So
// an address is taken only if it can be read in one way.

/** Whether this is the address of a PostgreSQL, with nothing in it that may belong elsewhere. */
export function isPostgresUrl(text: string): boolean {
  if (!/^postgres(?:ql)?:\/\//i.test(text) || !URL.canParse(text)) return false;
  const { pathname, hash, username, password, search } = new URL(text);
  if (hash !== '' || text.includes('#') || text.split('@').length > 2) return false;
  if (/[@:/\\]/.test(pathname.slice(1)) || search.includes('@')) return false;
  if (/[?/]/.test(text.slice(text.indexOf('//') + 2, text.lastIndexOf('@') + 1))) return false;
  return [username, password, pathname].every(isDecodable);
}

// A percent sign that begins no code stands for itself.
function isDecodable(part: string): boolean {
  try {
    decodeURIComponent(part.replace(/%(?![\da-f]{2})/gi, '%25'));
    return true;
  } catch {
    return false;
  }
}

/** Where a database is, for people: without the password, and a user name only if it is plain. */
export function describePostgresUrl(text: string): string {
  const { hostname, port, pathname, username, searchParams } = new URL(text);
  const user = /^[\w.-]+$/.test(username) ? `${username}@` : '';
  // A unix socket's folder can't stand where a host does, and goes before it.
  const host = searchParams.get('host') || hostname || 'localhost';
  return `${user}${host}:${port || 5432}${pathname === '/' ? '' : pathname}`;
}
