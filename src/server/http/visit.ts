/** Builds what the loaders and actions of pages get, for the app and for the cache. */
import type { Context } from 'hono';
import type { RouterContextProvider } from 'react-router';
import type { AppEnv } from '#features/app-env.ts';
import { countCart } from '#features/cart/cart.ts';
import { newRequestId } from '#shared/ids.ts';
import { lazy } from '#shared/lazy.ts';
import { type SentVisitor, toSentVisitor } from '#web/components/page/visitor.ts';
import { redirectToSignIn } from '#web/respond.ts';
import { isDataAddress } from '#web/router-internals/route-data.ts';
import { createPageContext, type PageContext, type Visit } from '#web/shop-context.ts';
import type { ShopContext } from '../start/create-context.ts';
import { noteSearch, type OpenedPage } from './note-search.ts';

/** For a request that the app responds to. */
export function createVisitContext(
  c: Context<AppEnv>,
  context: ShopContext,
): RouterContextProvider {
  const { ctx, auth, config, integrations, environment, visitors } = context;
  const actor = c.get('actor');
  const page = pageFor(context, {
    isGuest: actor.user === null,
    dependOnCards: () => {},
    noteSearch: (text, found) => noteSearch(ctx, openedPage(c), { text, found }),
    doNotCache: () => {},
  });
  const nonce = c.get('nonce');
  const visit: Visit = {
    ...page,
    nonce,
    actor,
    auth,
    integrations,
    environment,
    mode: config.mode,
    isDataRequest: isDataAddress(c.req.url),
    isPosted: c.req.method === 'POST',
    isSessionOver: actor.user === null && sendsSession(visitors, c.req.header('cookie') ?? ''),
    address: c.get('clientAddress'),
    keepCartCookie: c.get('keepCartCookie'),
    keepOrderLink: c.get('keepOrderLink'),
    readForm: c.get('readForm'),
  };
  return createPageContext({
    page,
    response: { nonce, requestId: c.get('requestId'), log: ctx.log },
    showVisitor: async () =>
      toSentVisitor(actor, c.get('cartCount') ?? (await countCart(ctx, actor))),
    visit,
  });
}

/** Whether cookies have a session. An unusual header counts as one without. */
function sendsSession({ readCredentials }: ShopContext['visitors'], cookies: string): boolean {
  return (readCredentials(cookies)?.sessionToken ?? null) !== null;
}

/** The page that a request opens, for `noteSearch`. */
export function openedPage(c: Context<AppEnv>): OpenedPage {
  return {
    method: c.req.method,
    header: (name) => c.req.header(name),
    isOfStaff: c.get('actor').user?.role === 'admin',
    address: c.get('clientAddress'),
  };
}

/** For a cached page. All visitors who look like `shown` share it, so it has no visit. */
export function createCachedContext(
  context: ShopContext,
  shown: SentVisitor,
  nonce: string,
  noted: Noted,
): RouterContextProvider {
  return createPageContext({
    page: pageFor(context, { isGuest: shown.user === null, ...noted }),
    response: { nonce, requestId: newRequestId(), log: context.ctx.log },
    showVisitor: async () => shown,
  });
}

/** What a loader says of its page. */
type Noted = Pick<PageContext, 'dependOnCards' | 'noteSearch' | 'doNotCache'>;

function pageFor(
  { ctx, config }: ShopContext,
  { isGuest, ...given }: { isGuest: boolean } & Noted,
): PageContext {
  return {
    ctx,
    ...given,
    baseUrl: config.baseUrl,
    siteContent: lazy(() => ctx.siteContent.read()),
    requireBrowsing(url) {
      if (isGuest && ctx.shop.access === 'members') throw redirectToSignIn(url);
    },
  };
}
