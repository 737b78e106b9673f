/** What React Router stores about itself in the page (8.4). */
declare global {
  interface Window {
    __reactRouterManifest?: {
      routes: Record<string, { module: string; imports?: string[] } | undefined>;
    };
    __reactRouterDataRouter?: {
      match(path: string): { route: { id: string } }[] | null;
      state: { location: { pathname: string }; loaderData: Record<string, unknown> };
    };
  }
}

/** The routes that an address belongs to. */
export function matchedRoutes({ pathname }: URL): string[] {
  return window.__reactRouterDataRouter?.match(pathname)?.map(({ route }) => route.id) ?? [];
}

/**
 * Whether these routes belong to a page that is the same for everyone: home, category, product. The
 * id of a route is the one in routes.ts, else its file.
 */
export function isShopPage(routes: string[]): boolean {
  return routes.some((id) => /^(home|routes\/shop\/(home|category|product))$/.test(id));
}

/** The script of a route: its own module first, then what that imports. */
export function scriptsOf(routeId: string): string[] {
  const { module, imports = [] } = window.__reactRouterManifest?.routes[routeId] ?? {};
  return module ? [module, ...imports] : [];
}

/** The data that a route shows already, if it belongs to the page at this address. */
export function shownData(url: URL, routeId: string): unknown {
  const state = window.__reactRouterDataRouter?.state;
  const belongs = routeId === 'root' || state?.location.pathname === url.pathname;
  return belongs ? state?.loaderData[routeId] : undefined;
}
