import { redirect } from 'react-router';
import { earlierPaths } from '../../earlier-paths.ts';
import type { Route } from './+types/earlier-paths.ts';

export function loader({ url }: Route.LoaderArgs) {
  const wanted = url.pathname.slice(1);
  for (const [earlier, now] of Object.entries(earlierPaths)) {
    if (!wanted.toLowerCase().startsWith(earlier.toLowerCase())) continue;
    return redirect(`/${now}${wanted.slice(earlier.length)}${url.search}`, 301);
  }
  throw new Error(`No page had the path ${url.pathname} in an earlier release.`);
}
