import { redirect } from 'react-router';
import { earlierPaths } from '../../earlier-paths.ts';
import { noPage } from '../shop/no-page.ts';
import type { Route } from './+types/earlier-paths.ts';

export function loader({ url }: Route.LoaderArgs) {
  return redirect(addressNow(url), 301);
}

/** A form of a page that was open during the update. The browser sends it again. */
export function action({ url }: Route.ActionArgs) {
  return redirect(addressNow(url), 308);
}

function addressNow({ pathname, search }: URL): string {
  // Routes match what is encoded as well.
  const wanted = decodeURI(pathname).slice(1);
  for (const [earlier, now] of Object.entries(earlierPaths)) {
    if (!wanted.toLowerCase().startsWith(earlier.toLowerCase())) continue;
    return `/${now}${encodeURI(wanted.slice(earlier.length))}${search}`;
  }
  throw noPage();
}
