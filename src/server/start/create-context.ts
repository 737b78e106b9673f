import { createOpenIdProvider } from '#adapters/identity/openid.ts';
import { createIdentitySandbox, type IdentitySandbox } from '#adapters/identity/sandbox.ts';
import { createEmailCapture } from '#adapters/mail/captured-emails.ts';
import { createEmailjsMail } from '#adapters/mail/emailjs.ts';
import type { MailPort } from '#adapters/mail/port.ts';
import type { PaymentsSandbox } from '#adapters/payments/sandbox.ts';
import type { PaymentsStripe } from '#adapters/payments/stripe.ts';
import { createPublicFiles } from '#adapters/remote-files/public-files.ts';
import type { SearchPort } from '#adapters/search/port.ts';
import { restAfterFailures } from '#adapters/search/resting.ts';
import type { Config } from '#config.ts';
import type { Database, Db } from '#db/client.ts';
import { promoteConfiguredAdmin, sendVerification } from '#features/accounts/accounts.ts';
import { type Auth, createAuth } from '#features/accounts/auth.ts';
import { createSessionCookies, type SessionCookies } from '#features/accounts/session-cookie.ts';
import { mergeCarts } from '#features/cart/cart.ts';
import { createSiteContentReader } from '#features/catalog/catalog.ts';
import type { Ctx, MailRoutes } from '#features/context.ts';
import { createDeliveryReader } from '#features/delivery/delivery.ts';
import {
  checkProfileImage,
  imageSources,
  markProfileImageUsed,
  releaseImage,
} from '#features/images/images.ts';
import { takeOverGuestOrders } from '#features/orders/orders.ts';
import { createSearchCounter } from '#features/search-reports/search-reports.ts';
import type { SettingGroup } from '#features/settings/settings.schema.ts';
import { createTaxReader } from '#features/taxes/taxes.ts';
import { createVisitorReader, type VisitorReader } from '#features/visitors/visitors.ts';
import type { Integration } from '#shared/integration.ts';
import type { Log } from '#shared/log.ts';
import { raiseUnpaidLimits, type ShopConfig } from '#shared/shop-config.ts';
import { StartError } from '#shared/start-error.ts';
import { shop } from '#shop-config';
import { type CartCookie, createCartCookie } from '../http/middleware/cart-token.ts';
import { createOrderCookie, type OrderCookie } from '../http/middleware/order-cookie.ts';
import type { SecurityOptions } from '../http/middleware/security-headers.ts';
import { environmentSettings } from './environment-settings.ts';
import { createImages } from './image-store.ts';
import { describeIntegrations } from './integrations.ts';
import { createPayments } from './payment-provider.ts';
import { requireColorFamilies } from './shop-color-families.ts';
import { setShopCurrency } from './shop-currency.ts';
import { requireDocumentConfig } from './shop-documents.ts';
import { requireRetention } from './shop-retention.ts';
import { requireSkuPattern } from './shop-sku-pattern.ts';
import { setShopTimeZone } from './shop-time-zone.ts';

/** The parts of one running shop. */
export interface ShopContext {
  config: Config;
  ctx: Ctx;
  auth: Auth;
  sessions: SessionCookies;
  visitors: VisitorReader;
  cartCookie: CartCookie;
  orderCookie: OrderCookie;
  database: Database;
  /**
   * The calls of the card sandbox for browsers; null in production, and where Stripe takes the
   * cards.
   */
  sandbox: PaymentsSandbox | null;
  /** Reads Stripe's events; null where Stripe is not set up. */
  stripe: PaymentsStripe | null;
  /** The sandbox's page for signing in with Google; null with real Google, or without it. */
  identitySandbox: IdentitySandbox | null;
  /** The folder that is served at `/uploads/`. */
  uploadsFolder: string;
  /** What the headers of every response allow. */
  security: SecurityOptions;
  /** Which outside services are real, sandboxes or missing. */
  integrations: Integration[];
  /** The environment variables as staff see them. */
  environment: SettingGroup[];
}

export interface ContextOptions {
  config: Config;
  database: Database;
  /** The folder for everything the shop stores on disk. */
  dataDir: string;
  /** Signs session cookies: 32 random bytes or more. */
  authSecret: string;
  log: Log;
  now?: () => Date;
  shopConfig?: ShopConfig;
}

/**
 * Builds the parts of a shop; starts nothing and connects to nothing. A library that only some
 * shops use is loaded only for those.
 */
export async function createContext(options: ContextOptions): Promise<ShopContext> {
  const { config, database, log } = options;
  const now = options.now ?? (() => new Date());
  const payments = await createPayments({ config, db: database.db, now, log });
  const sandbox = payments?.name === 'sandbox' ? payments : null;
  const stripe = payments?.name === 'stripe' ? payments : null;
  const file = options.shopConfig ?? shop;
  checkFile(file);
  const owned = withConfig(file, config);
  requirePublicForGuests(owned);
  const { images, uploadsFolder } = createImages(config.images, options.dataDir);
  const { identity, identitySandbox } = createIdentity(config, options.authSecret);
  const ctx: Ctx = {
    db: database.db,
    shop: owned,
    siteContent: createSiteContentReader(database),
    delivery: createDeliveryReader(),
    taxes: createTaxReader(),
    search: await createSearchEngine(config, { now, log }),
    searches: createSearchCounter(database, { now, log }),
    payments,
    images,
    remoteFiles: createPublicFiles(),
    mail: await routeMail(config, database.db, owned, now),
    baseUrl: config.baseUrl,
    identity,
    adminEmails: config.adminEmails,
    now,
    log,
  };
  const secure = config.baseUrl.startsWith('https:');
  const cartCookie = createCartCookie({ secure, days: owned.retention.guestCartDays });
  const orderCookie = createOrderCookie({ secure });
  const auth = createAuth({
    ctx,
    baseUrl: config.baseUrl,
    secret: options.authSecret,
    secure,
    sessionDays: config.sessionDays,
    checkImage: (url) => checkProfileImage(ctx, url),
    markImageUsed: (url, tx) => markProfileImageUsed(ctx, tx ?? ctx.db, url),
    releaseImage: (url) => releaseImage(ctx, url),
    onSignIn: (userId, cookies) => followSignIn(ctx, userId, cartCookie.read(cookies)),
    onSignUp: (userId) => sendVerification(ctx, userId, config.baseUrl),
  });
  const security = {
    imageSources: imageSources(ctx),
    hstsSubdomains: config.hstsSubdomains,
    https: secure,
    isDevelopment: config.isDevelopment,
    provider: payments?.script?.url ?? null,
  };
  const told = describeForStaff({ config, ctx });
  const own = { sandbox, stripe, identitySandbox, uploadsFolder, security, ...told };
  const sessions = await createSessionCookies(ctx, auth);
  const visitors = createVisitorReader(database, sessions, cartCookie.read);
  return { config, ctx, auth, sessions, visitors, cartCookie, orderCookie, database, ...own };
}

async function followSignIn(ctx: Ctx, userId: string, cartToken: string | null): Promise<void> {
  if (cartToken) await mergeCarts(ctx, userId, cartToken);
  await promoteConfiguredAdmin(ctx, userId);
  await takeOverGuestOrders(ctx, userId, { withUnpaid: false });
}

/** Refuses to start with an invalid `shop.config.ts`, and sets the currency and the time zone. */
function checkFile(file: ShopConfig): void {
  setShopCurrency(file);
  setShopTimeZone(file);
  requireDocumentConfig(file);
  requireColorFamilies(file);
  requireRetention(file);
  requireSkuPattern(file);
}

const describeForStaff = ({ config, ctx }: { config: Config; ctx: Ctx }) => ({
  integrations: describeIntegrations({ config, ctx }),
  environment: environmentSettings(config),
});

function createIdentity(
  { google, mode, baseUrl }: Config,
  secret: string,
): Pick<Ctx, 'identity'> & Pick<ShopContext, 'identitySandbox'> {
  if (google) {
    return { identity: createOpenIdProvider({ name: 'google', ...google }), identitySandbox: null };
  }
  if (mode !== 'demo') return { identity: null, identitySandbox: null };
  const identitySandbox = createIdentitySandbox({
    issuer: `${baseUrl}/sandbox/google`,
    redirectUri: `${baseUrl}/api/auth/callback/google`,
    secret,
  });
  return { identity: identitySandbox.identity, identitySandbox };
}

// The environment takes precedence over shop.config.ts.
function withConfig(
  owned: ShopConfig,
  { access, guestCheckout, unpaidLimitFactor }: Config,
): ShopConfig {
  return {
    ...owned,
    access: access ?? owned.access,
    guestCheckout: guestCheckout ?? owned.guestCheckout,
    unpaidOrders: raiseUnpaidLimits(owned.unpaidOrders, unpaidLimitFactor),
  };
}

/** Refuses orders of guests in a shop whose products only members see. */
function requirePublicForGuests({ access, guestCheckout }: ShopConfig): void {
  if (!guestCheckout || access === 'public') return;
  throw new StartError(
    'Guest checkout needs public access: set SHOP_ACCESS=public, or GUEST_CHECKOUT=off (in shop.config.ts: access, guestCheckout).',
  );
}

// Contact messages go by the specification's service where it is set up; all other emails go by
// SMTP. Without SMTP the demo captures them; in production they wait in the outbox.
async function routeMail(
  { mail: { smtp, emailjs }, mode }: Config,
  db: Db,
  { brand, contact }: ShopConfig,
  now: () => Date,
): Promise<MailRoutes> {
  const captured = mode === 'demo' && !smtp ? createEmailCapture(db, now) : null;
  const standard = smtp ? await loadSmtp(smtp) : captured;
  return {
    standard,
    contact: emailjs ? createEmailjsMail(emailjs) : standard,
    from: { name: brand, address: smtp?.from ?? contact.email },
    captured,
  };
}

async function createSearchEngine(
  { search }: Config,
  { now, log }: Pick<Ctx, 'now' | 'log'>,
): Promise<SearchPort | null> {
  if (!search) return null;
  const { createTypesense } = await import('#adapters/search/typesense.ts');
  return restAfterFailures(createTypesense(search), { now, log });
}

async function loadSmtp(smtp: { url: string }): Promise<MailPort> {
  const { createSmtpMail } = await import('#adapters/mail/smtp.ts');
  return createSmtpMail(smtp);
}
