/**
 * Tells the script of a page, which requested data or sent a form, to load another page as a
 * document. A page of an earlier build reads it too (8.4).
 */
export function reloadDocument(to: string, cookies: string[] = []): Response {
  const headers = new Headers({ 'X-Remix-Redirect': to, 'X-Remix-Reload-Document': 'true' });
  for (const cookie of cookies) headers.append('Set-Cookie', cookie);
  return new Response(null, { status: 204, headers });
}
