import LogOut from 'lucide-react/icons/log-out';
import UserRound from 'lucide-react/icons/user-round';
import { useFetcher } from 'react-router';
import { IconButton } from '../../ui/button.tsx';
import { Link } from '../../ui/link.tsx';
import type { SignOutResult } from '../page/sign-out-button.tsx';
import { useVisitor } from '../page/visitor.ts';

/** Who is signed in, with a link to their account and sign-out. */
export function ConsolePerson() {
  const { user } = useVisitor();
  const fetcher = useFetcher<SignOutResult>();
  const isBusy = fetcher.state !== 'idle';
  if (!user) return null;
  return (
    <div>
      <div className="flex items-center gap-1">
        <Link
          to="/account"
          title={user.email}
          className="flex min-h-11 min-w-0 grow items-center gap-3 rounded-control px-3 text-sm hover:bg-tint"
        >
          {user.image ? (
            <img
              src={user.image}
              alt=""
              width={24}
              height={24}
              decoding="async"
              className="size-6 shrink-0 rounded-full bg-tint object-cover"
            />
          ) : (
            <UserRound aria-hidden="true" className="size-5 shrink-0" />
          )}
          <span className="truncate">{user.name}</span>
        </Link>
        <fetcher.Form method="post" action="/signOut" className="flex">
          <IconButton type="submit" label="Sign out" disabled={isBusy}>
            <LogOut aria-hidden="true" className="size-4" />
          </IconButton>
        </fetcher.Form>
      </div>
      {fetcher.data && !isBusy ? (
        <p role="alert" className="px-3 pt-1 text-sm text-danger">
          {fetcher.data.message}
        </p>
      ) : null}
    </div>
  );
}
