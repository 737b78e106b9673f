import type { IdentityPort } from '#adapters/identity/port.ts';
import type { PaymentsPort } from '#adapters/payments/port.ts';
import type { PicturesPort } from '#adapters/pictures/port.ts';
import type { Db } from '#db/client.ts';
import type { Log } from '#shared/log.ts';
import type { ShopConfig } from '#shared/shop-config.ts';

/** What every use case is handed first: the database, the outside world, the clock, the log. */
export interface Ctx {
  db: Db;
  shop: ShopConfig;
  /** Null: cards can't be taken here, Pay Later can. */
  payments: PaymentsPort | null;
  /** Where uploaded pictures are kept. */
  pictures: PicturesPort;
  /** Vouches for people who sign in with Google; null: nobody does. */
  identity: IdentityPort | null;
  /** E-mail addresses that are admins once verified, lower case. */
  adminEmails: string[];
  now(): Date;
  log: Log;
}
