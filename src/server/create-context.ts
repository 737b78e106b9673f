import { createOpenIdProvider } from '#adapters/identity/openid.ts';
import { createIdentitySandbox, type IdentitySandbox } from '#adapters/identity/sandbox.ts';
import { createPaymentsSandbox, type PaymentsSandbox } from '#adapters/payments/sandbox.ts';
import { createDiskPictures } from '#adapters/pictures/disk.ts';
import type { Config } from '#config.ts';
import type { Database } from '#db/client.ts';
import { promoteConfiguredAdmin, sendVerification } from '#features/accounts/accounts.ts';
import { type Auth, createAuth } from '#features/accounts/auth.ts';
import { joinCarts } from '#features/cart/cart.ts';
import type { Ctx } from '#features/context.ts';
import { keepProfilePicture, releasePicture } from '#features/pictures/pictures.ts';
import type { Log } from '#shared/log.ts';
import type { ShopConfig } from '#shared/shop-config.ts';
import { shop } from '#shop-config';
import { readCartToken } from './middleware/cart-token.ts';

/** Everything one running shop is made of. */
export interface ShopContext {
  config: Config;
  ctx: Ctx;
  auth: Auth;
  database: Database;
  /** The card sandbox's browser side; null in production. */
  sandbox: PaymentsSandbox | null;
  /** The page where Google's sandbox signs people in; null where Google itself, or nothing, does. */
  identitySandbox: IdentitySandbox | null;
  /** What is served at `/uploads/`. */
  uploadsFolder: string;
}

export interface ContextOptions {
  config: Config;
  database: Database;
  /** The folder for everything the shop keeps on disk. */
  dataDir: string;
  /** Signs session cookies: 32 random bytes or more. */
  authSecret: string;
  log: Log;
  now?: () => Date;
  shopConfig?: ShopConfig;
}

/** Puts a shop together; starts nothing and asks nothing of the outside. */
export function createContext(options: ContextOptions): ShopContext {
  const { config, database, log } = options;
  const now = options.now ?? (() => new Date());
  const sandbox = config.mode === 'demo' ? createPaymentsSandbox(database.db, now) : null;
  const owned = options.shopConfig ?? shop;
  const pictures = createDiskPictures(options.dataDir);
  const identitySandbox =
    config.mode === 'demo' && !config.google
      ? createIdentitySandbox({
          issuer: `${config.baseUrl}/sandbox/google`,
          redirectUri: `${config.baseUrl}/api/auth/callback/google`,
          secret: options.authSecret,
        })
      : null;
  const identity = config.google
    ? createOpenIdProvider({ name: 'google', ...config.google })
    : (identitySandbox?.identity ?? null);
  const ctx: Ctx = {
    db: database.db,
    shop: config.access ? { ...owned, access: config.access } : owned,
    payments: sandbox,
    pictures,
    identity,
    adminEmails: config.adminEmails,
    now,
    log,
  };
  const auth = createAuth({
    ctx,
    baseUrl: config.baseUrl,
    secret: options.authSecret,
    secure: config.baseUrl.startsWith('https:'),
    keepPicture: (url) => keepProfilePicture(ctx, url),
    releasePicture: (url) => releasePicture(ctx, url),
    async onSignIn(userId, cookies) {
      const cartToken = readCartToken(cookies);
      if (cartToken) await joinCarts(ctx, userId, cartToken);
      await promoteConfiguredAdmin(ctx, userId);
    },
    onSignUp: (userId) => sendVerification(ctx, userId, config.baseUrl),
  });
  return { config, ctx, auth, database, sandbox, identitySandbox, uploadsFolder: pictures.folder };
}
