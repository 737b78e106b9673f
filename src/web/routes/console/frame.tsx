import { useEffect, useRef, useState } from 'react';
import { Outlet, useLocation } from 'react-router';
import { ConsoleNavigation } from '../../components/console/console-navigation.tsx';
import { type EarlyKeys, keepKey } from '../../components/console/early-keys.ts';
import { KeysDialog } from '../../components/console/keys-dialog.tsx';
import { readRowHeight } from '../../components/console/row-height.ts';
import { useRowHeight } from '../../components/console/row-height-button.tsx';
import { Main } from '../../components/page/page-shell.tsx';
import { consoleStyles } from '../../head/console-styles.ts';
import { onDemand } from '../../offline/on-demand.tsx';
import { orErrorPage, requireAdminPage } from '../../respond.ts';
import { visitOf } from '../../shop-context.ts';
import type { Route } from './+types/frame.ts';

// Fetched when it is first opened, or shortly before.
const palette = onDemand(
  'command-palette',
  () => import('../../components/console/command-palette.tsx'),
);

export const links = consoleStyles;

export async function loader({ request, url, context }: Route.LoaderArgs) {
  const visit = visitOf(context);
  requireAdminPage(visit, url);
  const { categories } = await orErrorPage(visit.siteContent());
  return {
    categories: categories.map(({ id, name }) => ({ id, name })),
    rowHeight: readRowHeight(request.headers.get('cookie')),
  };
}

/** The frame of the console: its pages at the side, the page, and the command palette. */
export default function ConsoleFrame({ loaderData }: Route.ComponentProps) {
  const rowHeight = useRowHeight(loaderData.rowHeight);
  const { isOpen, opened, early, from, open, close } = usePalette();
  return (
    <>
      <div
        data-frame
        data-rows={rowHeight}
        className="min-h-dvh lg:grid lg:grid-cols-[14rem_minmax(0,1fr)] lg:items-start print:block"
      >
        <ConsoleNavigation rowHeight={rowHeight} onOpen={open} onPrepare={palette.prepare} />
        <Main>
          <Outlet />
        </Main>
      </div>
      <KeysDialog />
      {opened > 0 ? (
        <palette.Component
          open={isOpen}
          opened={opened}
          early={early}
          from={from}
          onClose={close}
          onGiveUp={close}
        />
      ) : null}
    </>
  );
}

/**
 * Whether the palette is open, and how often it was opened. Ctrl-K and ⌘-K open it, and going to
 * another page closes it.
 */
function usePalette() {
  const { pathname, search } = useLocation();
  const [state, setState] = useState({ isOpen: false, opened: 0 });
  const early = useRef<EarlyKeys | null>(null);
  const from = useRef<HTMLElement | null>(null);
  const open = () => {
    // Its field has the keys, or is about to get them.
    if (state.isOpen) return;
    from.current = document.activeElement as HTMLElement | null;
    early.current ??= { text: '', isEntered: false };
    setState((old) => (old.isOpen ? old : { isOpen: true, opened: old.opened + 1 }));
  };
  const close = () => {
    early.current = null;
    setState((old) => ({ ...old, isOpen: false }));
  };
  const latest = useRef(open);
  latest.current = open;
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isOpening = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k';
      if (isOpening) {
        event.preventDefault();
        // A question has to be decided first.
        if (!document.querySelector('[role=alertdialog]')) latest.current();
      } else if (early.current && keepKey(early.current, event)) {
        event.preventDefault();
        // The page below must not handle the key.
        event.stopPropagation();
      }
    };
    document.addEventListener('keydown', onKey, true);
    return () => document.removeEventListener('keydown', onKey, true);
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: closes when the address changes
  useEffect(close, [pathname, search]);
  return { ...state, early, from, open, close };
}
