/**
 * Rewrites the links that React Router puts into a page (8.4), which it has no options for. Scripts are
 * fetched after styles, fonts and the first image: a page shows and works without them. And links go
 * without the nonce, which the policy asks of scripts alone: it can't be compressed, and a cached page
 * is cut wherever it stands. Text can't look like this: what opens an element is escaped.
 */
export function tidyLinks(html: string): string {
  return html.replaceAll(/<link [^>]*>/g, (link) =>
    link
      .replace(/ nonce="[^"]*"/, '')
      .replace('rel="modulepreload"', 'rel="modulepreload" fetchpriority="low"'),
  );
}
