import { type ReactNode, useEffect, useRef } from 'react';
import { useLocation, useNavigation } from 'react-router';
import { ConnectionNotice } from '../../offline/connection-notice.tsx';
import { useFailedImages } from '../../offline/failed-images.ts';
import { ScriptLoadFailure } from '../../offline/script-load-failure.tsx';
import { useCodeInSight } from '../../prefetch/next-code.ts';
import { useNextPage } from '../../prefetch/next-page.ts';
import { useAbortedResponses } from '../../router-internals/aborted-responses.ts';
import { Announcer, useAnnounce } from '../../ui/announcer.tsx';
import { useKeptFocus } from '../../ui/use-kept-focus.ts';
import { useFreshPage } from './fresh-page.ts';
import { PageNotice } from './page-notice.tsx';
import { ShopPanelsProvider } from './shop-panels.tsx';
import { SiteFooter } from './site-footer.tsx';
import { SiteHeader } from './site-header.tsx';

/** The frame of every page of the shop: skip link, header, main, footer, and the panels. */
export function PageShell({ children }: { children: ReactNode }) {
  return (
    <PageBasics>
      <ShopPanelsProvider>
        <SiteHeader />
        <Main>{children}</Main>
        <SiteFooter />
      </ShopPanelsProvider>
    </PageBasics>
  );
}

/** The parts that every page has, whatever its frame. The frame contains `Main`. */
export function PageBasics({ children }: { children: ReactNode }) {
  useFreshPage();
  useAbortedResponses();
  useNextPage();
  useCodeInSight(useLocation().pathname);
  useKeptFocus();
  useFailedImages();
  return (
    <Announcer>
      <a
        href="#main"
        className="fixed top-2 left-2 z-50 -translate-y-20 rounded-control bg-ink px-4 py-3 font-semibold text-ground focus:translate-y-0"
      >
        Skip to content
      </a>
      <LoadingBar />
      {children}
      <ConnectionNotice />
    </Announcer>
  );
}

/**
 * The path that was shown last. It is not state of `Main`: the console, the shop and the error page
 * each have a `Main` of their own.
 */
let shown: string | undefined;

/**
 * Takes the focus on each new page, or gives it to the field that the page marks
 * (`data-first-focus`). Has the title read out, as a browser does without script.
 */
export function Main({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  const announce = useAnnounce();
  const main = useRef<HTMLElement>(null);
  useEffect(() => {
    const before = shown;
    shown = pathname;
    // The browser itself begins at the top of the first page.
    if (!before || before === pathname) return;
    const first = main.current?.querySelector<HTMLElement>('[data-first-focus]');
    (first ?? main.current)?.focus({ preventScroll: true });
    announce(document.title);
  }, [pathname, announce]);
  return (
    <main id="main" ref={main} tabIndex={-1} className="min-h-[60dvh]">
      <ScriptLoadFailure />
      <PageNotice />
      {children}
    </main>
  );
}

/** Shows that the next page is loading; this one stays until then. */
function LoadingBar() {
  const { state, location } = useNavigation();
  const { pathname } = useLocation();
  if (state === 'idle' || location?.pathname === pathname) return null;
  return (
    <div
      role="progressbar"
      aria-label="Loading the page"
      className="fixed inset-x-0 top-0 z-50 h-0.5"
    >
      <div className="h-full animate-pulse bg-accent motion-reduce:animate-none" />
    </div>
  );
}
