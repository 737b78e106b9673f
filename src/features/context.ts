import type { IdentityPort } from '#adapters/identity/port.ts';
import type { ImagesPort } from '#adapters/images/port.ts';
import type { CapturedEmailReader, MailAddress, MailPort } from '#adapters/mail/port.ts';
import type { PaymentsPort } from '#adapters/payments/port.ts';
import type { Db } from '#db/client.ts';
import type { Log } from '#shared/log.ts';
import type { ShopConfig } from '#shared/shop-config.ts';

/** What every use case is handed first: the database, the outside world, the clock, the log. */
export interface Ctx {
  db: Db;
  shop: ShopConfig;
  /** Null: cards can't be taken here, Pay Later can. */
  payments: PaymentsPort | null;
  /** Where uploaded images are kept. */
  images: ImagesPort;
  mail: MailRoutes;
  /** The address people type, without a slash at the end: links in mail begin with it. */
  baseUrl: string;
  /** Vouches for people who sign in with Google; null: nobody does. */
  identity: IdentityPort | null;
  /** E-mail addresses that are admins once verified, lower case. */
  adminEmails: string[];
  now(): Date;
  log: Log;
}

/** Who carries which mail. Null: nobody does, and it waits in the outbox. */
export interface MailRoutes {
  /** What people wrote in the contact form. */
  contact: MailPort | null;
  /** Everything else. */
  standard: MailPort | null;
  from: MailAddress;
  /** The emails that the demo captured; null where all mail really goes out. */
  captured: CapturedEmailReader | null;
}
