/**
 * An email as its recipient would see it, isolated from the shop: its own origin, no script, and
 * nothing loaded.
 */
export function isolatedHtml(html: string): Response {
  return new Response(html, {
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy':
        "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox",
    },
  });
}
