/** A longer address would not fit into the headers that proxies and clients accept. */
const MAX_CHARACTERS = 2_000;

/**
 * Returns the response. If it redirects to an address that is too long, it redirects to the same
 * page without the query. A redirect repeats the query of the request, and encodes some of its
 * characters as three.
 */
export function shortRedirect(response: Response): Response {
  const to = response.headers.get('Location');
  if (to === null || to.length <= MAX_CHARACTERS) return response;
  const [path = '/'] = to.split('?', 1);
  const headers = new Headers(response.headers);
  headers.set('Location', path.length <= MAX_CHARACTERS ? path : '/');
  return new Response(null, { status: response.status, headers });
}
