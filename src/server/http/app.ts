import type { Handler } from 'hono';
import { compress } from 'hono/compress';
import type { RouterContextProvider } from 'react-router';
import { accountsApi } from '#features/accounts/accounts.api.ts';
import { addressesApi } from '#features/addresses/addresses.api.ts';
import { newRouter } from '#features/api-route.ts';
import type { AppEnv } from '#features/app-env.ts';
import { catalogApi } from '#features/catalog/catalog.api.ts';
import { searchApi } from '#features/catalog/search/search.api.ts';
import { checkoutApi } from '#features/checkout/checkout.api.ts';
import { extraPaymentApi } from '#features/checkout/extra-payment.api.ts';
import { deliveryApi } from '#features/delivery/delivery.api.ts';
import { exportsApi } from '#features/exports/exports.api.ts';
import { fulfillmentApi } from '#features/fulfillment/fulfillment.api.ts';
import { imagesApi } from '#features/images/images.api.ts';
import { inventoryApi } from '#features/inventory/inventory.api.ts';
import { merchandisingApi } from '#features/merchandising/merchandising.api.ts';
import { valuesInUseApi } from '#features/merchandising/values-in-use.api.ts';
import { documentsApi } from '#features/orders/documents/documents.api.ts';
import { ordersApi } from '#features/orders/orders.api.ts';
import { refundsApi } from '#features/orders/refunds/refunds.api.ts';
import { orderTagsApi } from '#features/orders/tags/order-tags.api.ts';
import { timelineApi } from '#features/orders/timeline/timeline.api.ts';
import { unpaidOrdersApi } from '#features/orders/unpaid/unpaid-orders.api.ts';
import { wholeOrderApi } from '#features/orders/view/whole-order.api.ts';
import { bulkEditsApi } from '#features/product-management/bulk-edits.api.ts';
import { importsApi } from '#features/product-management/imports.api.ts';
import { productManagementApi } from '#features/product-management/product-management.api.ts';
import { productTagsApi } from '#features/product-management/product-tags.api.ts';
import { staffProductsApi } from '#features/product-management/staff-products.api.ts';
import { returnPolicyApi } from '#features/return-policy/return-policy.api.ts';
import { returnPhotosApi } from '#features/returns/return-photos.api.ts';
import { returnsApi } from '#features/returns/returns.api.ts';
import { searchReportsApi } from '#features/search-reports/search-reports.api.ts';
import { shopPagesApi } from '#features/shop-pages/shop-pages.api.ts';
import { staffJobsApi } from '#features/staff-jobs/staff-jobs.api.ts';
import { stockCountsApi } from '#features/stock-counts/stock-counts.api.ts';
import { taxesApi } from '#features/taxes/taxes.api.ts';
import { textsApi } from '#features/texts/texts.api.ts';
import { AppError, OUTAGE_RETRY_SECONDS } from '#shared/errors.ts';
import { createFailureLog } from '#shared/failure-log.ts';
import type { SearchCache } from '../cache/search-cache.ts';
import { createSeo } from '../seo/seo.ts';
import type { ShopContext } from '../start/create-context.ts';
import { createApiDocs } from './api-docs.ts';
import { AUTH_PATH, handleAuth, requireOpenPath } from './auth-routes.ts';
import { createBodies, noForms } from './bodies/bodies.ts';
import { earlierPaths } from './earlier-paths.ts';
import { problemResponse, toAppError } from './error-response.ts';
import { createIdentitySandboxPages } from './identity-sandbox.ts';
import { cachedSearchCalls } from './middleware/cached-search-calls.ts';
import { clientAddress } from './middleware/client-address.ts';
import { fairTurns } from './middleware/fair-turns.ts';
import { listTurns } from './middleware/list-turns.ts';
import {
  pageMethods,
  refuseOtherMethods,
  refuseTracing,
  refuseUnknownCalls,
} from './middleware/other-methods.ts';
import { passwordTurns } from './middleware/password-turns.ts';
import { requestId } from './middleware/request-id.ts';
import { sameOrigin } from './middleware/same-origin.ts';
import { searchTurns } from './middleware/search-turns.ts';
import { isPage, securityHeaders } from './middleware/security-headers.ts';
import { visitor } from './middleware/visitor.ts';
import { noteSearch } from './note-search.ts';
import { describeCalls } from './openapi.ts';
import { refusalPage, wantsRefusalPage } from './refusal-page.ts';
import { createSandboxApi } from './sandbox.api.ts';
import { shortRedirect } from './short-redirect.ts';
import { createStaticFiles } from './static-files.ts';
import { createStripeWebhook } from './stripe-webhook.ts';
import { createVisitContext, openedPage } from './visit.ts';

/** Returns React Router's response to a request for a page. */
export type RenderPage = (request: Request, context: RouterContextProvider) => Promise<Response>;

type Router = ReturnType<typeof newRouter>;

/** The calls of the features. */
const apis = [
  searchApi,
  catalogApi,
  productManagementApi,
  staffProductsApi,
  merchandisingApi,
  valuesInUseApi,
  deliveryApi,
  textsApi,
  shopPagesApi,
  taxesApi,
  inventoryApi,
  accountsApi,
  addressesApi,
  checkoutApi,
  ordersApi,
  refundsApi,
  timelineApi,
  unpaidOrdersApi,
  orderTagsApi,
  wholeOrderApi,
  searchReportsApi,
  documentsApi,
  fulfillmentApi,
  returnsApi,
  returnPhotosApi,
  returnPolicyApi,
  extraPaymentApi,
  imagesApi,
  exportsApi,
  importsApi,
  bulkEditsApi,
  productTagsApi,
  stockCountsApi,
  staffJobsApi,
];

/**
 * Every route and middleware of the shop. Order matters: the first one handles the request first
 * and the response last.
 */
export function createApp({
  context,
  renderPage,
  searchCache = null,
}: {
  context: ShopContext;
  renderPage: RenderPage;
  searchCache?: Pick<SearchCache, 'respondWithPage' | 'respondWithCall'> | null;
}) {
  const { config, ctx, auth, database, sandbox, stripe, identitySandbox, uploadsFolder } = context;
  const app = newRouter();
  handleErrors(app, ctx);
  app.use(requestId, securityHeaders(context.security));
  app.use(refuseTracing);
  addHealthChecks(app, database);
  app.route('/', createStaticFiles(config, uploadsFolder));

  // Files are compressed in the build, pages by `pageResponse`. This compresses all else.
  app.use(compress());
  app.use(`${AUTH_PATH}/*`, requireOpenPath);
  app.use(clientAddress(config.trustedProxies, ctx.log));
  const bodies = createBodies(context);
  // Comes before the same-origin check: Stripe sends a signature instead.
  if (stripe) {
    app.use('/webhooks/stripe', bodies);
    app.route('/', createStripeWebhook(context));
  }
  app.use(sameOrigin(config.baseUrl));
  app.use(bodies);
  app.use(passwordTurns(config.trustedProxies));
  app.use(listTurns(), searchTurns(config.trustedProxies), fairTurns(config.trustedProxies));
  app.use(earlierPaths);
  app.route('/', createSeo(context));
  app.use(`${AUTH_PATH}/*`, noForms);
  app.on(['GET', 'POST'], `${AUTH_PATH}/*`, (c) => handleAuth(auth, c.req.raw));
  if (identitySandbox) app.route('/', createIdentitySandboxPages(identitySandbox));
  app.route('/', createApiDocs(config.projectRoot, ctx.shop.brand));

  app.use(visitor(context));
  if (searchCache) app.use(cachedSearchCalls(searchCache));
  for (const calls of apis) app.route('/', calls);
  if (sandbox) app.route('/', createSandboxApi(sandbox));
  refuseOtherMethods(app);
  describeApi(app, context);
  refuseUnknownCalls(app);
  app.use(pageMethods);
  app.all('*', createPageHandler(context, { renderPage, searchCache }));
  return app;
}

function handleErrors(app: Router, ctx: ShopContext['ctx']): void {
  const logFailure = createFailureLog(ctx.log);
  app.onError((error, c) => {
    const refusal = toAppError(error);
    const { method, path } = c.req;
    logFailure(refusal, { requestId: c.get('requestId'), method, path });
    return wantsRefusalPage(c, refusal)
      ? refusalPage(c, refusal, ctx.shop.brand)
      : problemResponse(c, refusal);
  });
}

function addHealthChecks(app: Router, database: ShopContext['database']): void {
  app.get('/healthz', (c) => c.text('alive'));
  app.get('/readyz', async (c) => {
    await database.ping().catch((cause: unknown) => {
      throw new AppError('unavailable', 'The database is not responding.', { cause });
    });
    return c.text('ready');
  });
}

function describeApi(app: Router, { ctx, auth }: ShopContext): void {
  describeCalls(app, {
    openapi: '3.1.0',
    info: {
      title: `${ctx.shop.brand} API`,
      version: '1.0.0',
      description:
        'The calls of the shop. Sign in at `POST /api/auth/sign-in/email`; a session cookie does the rest. Refusals are `application/problem+json` with a stable `code`.',
    },
  });
  app.openAPIRegistry.registerComponent('securitySchemes', 'session', {
    type: 'apiKey',
    in: 'cookie',
    name: `${auth.options.advanced.cookiePrefix}.session_token`,
  });
}

function createPageHandler(
  context: ShopContext,
  {
    renderPage,
    searchCache,
  }: { renderPage: RenderPage; searchCache: Pick<SearchCache, 'respondWithPage'> | null },
): Handler<AppEnv> {
  const { ctx } = context;
  return async (c) => {
    const cached = await searchCache?.respondWithPage(c.env?.incoming, c.get('nonce'));
    if (cached?.search) noteSearch(ctx, openedPage(c), cached.search);
    if (cached) return cached.response;
    const page = shortRedirect(await renderPage(c.req.raw, createVisitContext(c, context)));
    // At an address that has no page, the library's response has no sentence for people.
    if (page.status === 405 && !isPage(page.headers.get('Content-Type'))) {
      throw new AppError('method_not_allowed', 'This address does not accept forms.');
    }
    // A loader or an action has turned the refusal into a page. `onError` logs the refusals of
    // calls.
    if (page.status === 503) {
      const { method, path } = c.req;
      ctx.log.warn('request.unavailable', { requestId: c.get('requestId'), method, path });
      // The library drops the headers of refusals that a script requests.
      if (!page.headers.has('Retry-After')) {
        page.headers.set('Retry-After', String(OUTAGE_RETRY_SECONDS));
      }
    }
    return page;
  };
}
