import type { IdentityPort } from '#adapters/identity/port.ts';
import type { ImagesPort } from '#adapters/images/port.ts';
import type { CapturedEmailReader, MailAddress, MailPort } from '#adapters/mail/port.ts';
import type { PaymentsPort } from '#adapters/payments/port.ts';
import type { RemoteFilesPort } from '#adapters/remote-files/port.ts';
import type { SearchPort } from '#adapters/search/port.ts';
import type { Db } from '#db/client.ts';
import type { Log } from '#shared/log.ts';
import type { ShopConfig } from '#shared/shop-config.ts';
import type { DeliveryReader } from './delivery-settings.ts';
import type { SearchCounter } from './search-counter.ts';
import type { SiteContentReader } from './site-content.ts';
import type { TaxReader } from './tax-settings.ts';

/** What every use case receives: database, ports, clock, log. */
export interface Ctx {
  db: Db;
  shop: ShopConfig;
  /** The categories, and the collections of the menu. */
  siteContent: SiteContentReader;
  /** Zones, methods and working times. */
  delivery: DeliveryReader;
  /** Tax rates. */
  taxes: TaxReader;
  /** A search engine outside of the shop; null where PostgreSQL alone searches. */
  search: SearchPort | null;
  /** For the reports on searches. */
  searches: SearchCounter;
  /** Null when cards are not set up. Pay Later works without it. */
  payments: PaymentsPort | null;
  /** Stores uploaded images. */
  images: ImagesPort;
  /** Fetches files of the public internet, such as images that an import names. */
  remoteFiles: RemoteFilesPort;
  mail: MailRoutes;
  /** The shop's public address without a trailing slash. Links in emails begin with it. */
  baseUrl: string;
  /** The provider for Google sign-in; null when it is not set up. */
  identity: IdentityPort | null;
  /** Email addresses that become admins once verified, in lower case. */
  adminEmails: string[];
  now(): Date;
  log: Log;
}

/**
 * The adapter for each group of emails. Null when none is set up; then the emails wait in the
 * outbox.
 */
export interface MailRoutes {
  /** For contact messages. */
  contact: MailPort | null;
  /** For all other emails. */
  standard: MailPort | null;
  from: MailAddress;
  /** The emails that the demo captured; null where emails are really sent. */
  captured: CapturedEmailReader | null;
}
