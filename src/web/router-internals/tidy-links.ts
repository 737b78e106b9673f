/**
 * Rewrites the links that React Router puts into a page (8.4), because it has no options for them.
 * Scripts load after styles, fonts and the first image, because a page works without them. Links
 * lose the nonce, which the policy requires of scripts only: a nonce can't be compressed, and a
 * cached page is cut at each one. Text of the page can't match, because its `<` is escaped.
 */
export function tidyLinks(html: string): string {
  return html.replaceAll(/<link [^>]*>/g, (link) =>
    link
      .replace(/ nonce="[^"]*"/, '')
      .replace('rel="modulepreload"', 'rel="modulepreload" fetchpriority="low"'),
  );
}
