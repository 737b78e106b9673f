import { Outlet } from 'react-router';
import { ConsoleNavigation } from '../../components/console/console-navigation.tsx';
import { Main } from '../../components/page/page-shell.tsx';
import { requireAdminPage } from '../../respond.ts';
import { visitOf } from '../../shop-context.ts';
import type { Route } from './+types/frame.ts';

export function loader({ url, context }: Route.LoaderArgs) {
  requireAdminPage(visitOf(context), url);
  return null;
}

/** The frame of the console: its pages at the side, and the page. */
export default function ConsoleFrame() {
  return (
    <div className="min-h-dvh lg:grid lg:grid-cols-[14rem_1fr]">
      <ConsoleNavigation />
      <Main>
        <Outlet />
      </Main>
    </div>
  );
}
