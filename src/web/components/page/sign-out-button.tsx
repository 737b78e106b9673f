import LogOut from 'lucide-react/icons/log-out';
import { useFetcher } from 'react-router';
import type { UserState } from '#shared/shop-state.ts';
import { IconButton } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';

/** The response of the address `/signOut` to scripts when signing out failed. */
export interface SignOutResult {
  ok: false;
  message: string;
}

/** The sign-out icon, and below the header the error if it failed. Works without script, too. */
export function SignOutButton() {
  const fetcher = useFetcher<SignOutResult>();
  const { loading, error }: Pick<UserState, 'loading' | 'error'> =
    fetcher.state === 'idle'
      ? { loading: false, error: fetcher.data?.message ?? '' }
      : { loading: true, error: '' };
  return (
    <>
      <fetcher.Form method="post" action="/signOut" className="flex">
        <IconButton type="submit" label="Sign out" disabled={loading}>
          <LogOut aria-hidden="true" className="size-5" />
        </IconButton>
      </fetcher.Form>
      {error ? (
        <div className="absolute inset-x-gutter top-full mt-2 ml-auto max-w-sm">
          <Notice tone="danger">{error}</Notice>
        </div>
      ) : null}
    </>
  );
}
