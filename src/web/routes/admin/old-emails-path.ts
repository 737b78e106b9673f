import { redirect } from 'react-router';
import type { Route } from './+types/old-emails-path.ts';

/** Earlier releases had `/emails` at this path, so bookmarks, logs and emails still name it. */
export function loader({ url }: Route.LoaderArgs) {
  return redirect(`/emails${url.pathname.slice('/mailbox'.length)}${url.search}`, 301);
}
