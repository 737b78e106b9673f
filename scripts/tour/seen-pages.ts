import { matchRoutes } from 'react-router';
import routes from '../../src/web/routes.ts';

/** Takes a form, and shows nothing. */
const WITHOUT_PAGE = 'contact';

// Pages are routes with a component (`.tsx`). A route with pages inside is only their frame.
const pages = routes
  .flatMap((entry) => entry.children ?? [entry])
  .map(({ path = '', file }) => ({ path, file }))
  .filter(({ path, file }) => file.endsWith('.tsx') && path !== WITHOUT_PAGE);

/** The paths of the pages that none of these addresses shows, as the routes write them. */
export function pagesNotSeen(addresses: Iterable<string>): string[] {
  const seen = new Set<string>();
  for (const address of addresses) {
    const matches = matchRoutes(pages, new URL(address).pathname);
    const found = matches?.at(-1)?.route;
    if (found) seen.add(found.file);
  }
  return pages.filter(({ file }) => !seen.has(file)).map(({ path }) => `/${path}`);
}
