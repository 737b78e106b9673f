import { CSPProvider } from '@base-ui/react/csp-provider';
import type { ReactNode } from 'react';
import { Links, Meta, Outlet, Scripts, ScrollRestoration, useMatches } from 'react-router';
import { menuOf } from '#features/site-content.ts';
import { textsOf } from '#features/texts/texts.ts';
import { shop } from '#shop-config';
import type { Route } from './+types/root.ts';
import { describeError, ErrorPage } from './components/page/error-page.tsx';
import { footerColumns } from './components/page/footer-columns.ts';
import { toMenuLine } from './components/page/menu-line.ts';
import { PageBasics, PageShell } from './components/page/page-shell.tsx';
import { pageTitle } from './components/page/page-title.ts';
import { Styles } from './head/styles.tsx';
import { handleOffline } from './offline/handle-offline.ts';
import { ScriptLoadCheck } from './offline/script-load-failure.tsx';
import { orErrorPage } from './respond.ts';
import { skipOnSearchChange } from './revalidation.ts';
import { pageOf, type RootLoaderArgs, showVisitor } from './shop-context.ts';

/** The id of the route around the console's pages: see `routes.ts`. */
const CONSOLE = 'console';

export const links: Route.LinksFunction = () => [
  { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
  { rel: 'apple-touch-icon', href: '/apple-touch-icon.png' },
  { rel: 'manifest', href: '/manifest.webmanifest' },
];

export function meta({ error }: Route.MetaArgs) {
  return pageTitle(error ? describeError(error).title : shop.brand, shop.tagline);
}

export async function loader({ context }: RootLoaderArgs) {
  const page = pageOf(context);
  const [visitor, siteContent] = await orErrorPage(
    Promise.all([showVisitor(context), page.siteContent()]),
  );
  return {
    ...visitor,
    menu: toMenuLine(menuOf(siteContent), shop.brand),
    footer: footerColumns(page.ctx.shop, siteContent),
    texts: textsOf(siteContent, 'shell'),
  };
}

/** Headers of an error page, such as when to try again. */
export const headers = ({ errorHeaders }: Route.HeadersArgs) => errorHeaders ?? new Headers();

export const shouldRevalidate = skipOnSearchChange;

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [handleOffline];

export function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <ScriptLoadCheck />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="theme-color" content="#faf7f1" media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content="#161310" media="(prefers-color-scheme: dark)" />
        <Meta />
        <Styles />
        {/* The stylesheet of the console decides over the styles of every page, so it comes later. */}
        <Links />
      </head>
      <body>
        <CSPProvider disableStyleElements>{children}</CSPProvider>
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  );
}

export default function Root() {
  // The console's route brings its own frame, so the frame's code is not part of the shop's pages.
  const Frame = useMatches().some(({ id }) => id === CONSOLE) ? PageBasics : PageShell;
  return (
    <Frame>
      <Outlet />
    </Frame>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <PageShell>
      <ErrorPage error={error} />
    </PageShell>
  );
}
