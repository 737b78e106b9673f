/** What the server passes to the loaders and actions of pages, through React Router's context. */
import { createContext, type RouterContext, RouterContextProvider } from 'react-router';
import type { Auth } from '#features/accounts/auth.ts';
import type { Actor } from '#features/actor.ts';
import type { Ctx } from '#features/context.ts';
import type { SettingGroup } from '#features/settings/settings.schema.ts';
import type { ShownPage } from '#features/shop-pages/shop-pages.schema.ts';
import type { SiteContent } from '#features/site-content.ts';
import type { Integration } from '#shared/integration.ts';
import type { SentVisitor } from './components/page/visitor.ts';

/** What is the same for all visitors of a page. Loaders of cached pages get only this. */
export interface PageContext {
  ctx: Ctx;
  /** The shop's own address, without a slash at the end. */
  baseUrl: string;
  /** What every page needs of the shop, as it is now; read once for the page. */
  siteContent(): Promise<SiteContent>;
  /** Redirects guests to sign-in where only members may browse the shop. */
  requireBrowsing(url: URL): void;
  /**
   * Names products that the page shows in cards, besides those of its address. Loaders call it
   * before they read these products: the cached page is removed when one of them changes.
   */
  dependOnCards(productIds: readonly string[]): void;
  /** Counts a search for the reports of staff, at each response, also with a cached page. */
  noteSearch(text: string, found: boolean): void;
  /** Says that the page depends on something whose changes the cache does not know. */
  doNotCache(): void;
}

/** What rendering and logging one response needs. */
export interface ResponseContext extends Pick<Ctx, 'log'> {
  /** For the script elements of this response. */
  nonce: string;
  requestId: string;
}

/** What loaders and actions of pages that are never cached get. */
export interface Visit extends PageContext, Pick<ResponseContext, 'nonce'> {
  actor: Actor;
  /** Sets the cart cookie of a guest whose cart is not empty. */
  keepCartCookie: () => void;
  /** Gives the browser the link of a guest's order, by its token. */
  keepOrderLink: (token: string) => void;
  /** The fields of the posted form; see `readForm` in respond.ts. */
  readForm: () => Promise<FormData>;
  /** Whether the request comes from a page's script and needs only data. */
  isDataRequest: boolean;
  /** Whether the request posts a form. */
  isPosted: boolean;
  /** Whether the browser still sends a session that has ended. */
  isSessionOver: boolean;
  /** The client's address, for rate limits. */
  address: string;
  auth: Auth;
  mode: 'demo' | 'production';
  /** Which outside services are real, sandboxes or missing. */
  integrations: Integration[];
  /** The environment variables with their values, without secrets. */
  environment: SettingGroup[];
}

/**
 * Returns what every page shows of its visitor. In a page that is rendered for the cache these are
 * placeholders.
 */
export type ShowVisitor = () => Promise<SentVisitor>;

const pageKey = createContext<PageContext>();
const responseKey = createContext<ResponseContext>();
const showVisitorKey = createContext<ShowVisitor>();
const visitKey = createContext<Visit>();
const previewKey = createContext<ShownPage | null>(null);

/** Makes React Router's context; without `visit` it is for a page of the cache. */
export function createPageContext(given: {
  page: PageContext;
  response: ResponseContext;
  showVisitor: ShowVisitor;
  visit?: Visit;
}): RouterContextProvider {
  const context = new RouterContextProvider();
  context.set(pageKey, given.page);
  context.set(responseKey, given.response);
  context.set(showVisitorKey, given.showVisitor);
  if (given.visit) context.set(visitKey, given.visit);
  return context;
}

/** The part of React Router's context that one kind of loader may read. */
interface Readable<Value> {
  get(key: RouterContext<Value>): Value;
}

/**
 * What the loader of a cached page gets. It has no request, because cookies identify a visitor, and
 * no `Visit`. A loader that reads more does not compile.
 */
export type CachedLoaderArgs<LoaderArgs = object> = Omit<LoaderArgs, 'request' | 'context'> & {
  context: Readable<PageContext>;
};

/** The same where staff may preview what is not saved. */
export type PreviewedLoaderArgs<LoaderArgs = object> = Omit<LoaderArgs, 'request' | 'context'> & {
  context: Readable<PageContext> & Readable<ShownPage | null>;
};

/** What the loader of `root.tsx` gets, which runs for cached pages as well. */
export interface RootLoaderArgs {
  context: Readable<ShowVisitor> & Readable<PageContext>;
}

export const pageOf = (context: Readable<PageContext>): PageContext => context.get(pageKey);

/** What a page with own text shows instead of what is saved, once its action has set it. */
export const previewOf = (context: Readable<ShownPage | null>): ShownPage | null =>
  context.get(previewKey);

export function setPreview(context: Readonly<RouterContextProvider>, page: ShownPage): void {
  context.set(previewKey, page);
}

export const showVisitor = (context: Readable<ShowVisitor>): Promise<SentVisitor> =>
  context.get(showVisitorKey)();

export const responseOf = (context: Readable<ResponseContext>): ResponseContext =>
  context.get(responseKey);

/** The visit of the request that a loader or action responds to. */
export function visitOf(context: Readonly<RouterContextProvider>): Visit {
  return context.get(visitKey);
}
