import { Link as RouterLink, type LinkProps as RouterLinkProps, useLocation } from 'react-router';

/** The properties of a link, without the options of React Router's that the shop does not use. */
export type LinkProps = Omit<
  RouterLinkProps,
  | 'discover'
  | 'prefetch'
  | 'relative'
  | 'mask'
  | 'state'
  | 'viewTransition'
  | 'defaultShouldRevalidate'
>;

/**
 * A link within the shop: React Router's, but on the server only its HTML. There React Router's
 * would resolve each address three times against the routes around it, which took a tenth of the
 * time of a page with many links.
 */
export const Link: (props: LinkProps) => React.ReactNode = import.meta.env.SSR
  ? ServerLink
  : RouterLink;

function ServerLink(props: LinkProps) {
  const { pathname } = useLocation();
  const { to, replace, preventScrollReset, reloadDocument, ...rest } = props;
  const href = typeof to === 'string' ? hrefOf(to, pathname) : null;
  return href === null ? (
    <RouterLink {...props} />
  ) : (
    <a {...rest} href={href} data-discover="true" />
  );
}

/**
 * Where a link leads whose address is a path from `/` or only a query; null for any other. A path
 * with `//`, `/.` or `\` may mean another one, and nothing may follow a `?` or `#` at the end.
 */
function hrefOf(to: string, pathname: string): string | null {
  if (!/^(?:\/|\?.)/.test(to) || /^[^?#]*(?:\/[/.]|\\)|[?#]$|\?#/.test(to)) return null;
  return to.startsWith('?') ? pathname + to : to;
}
