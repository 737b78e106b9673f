import { type Config, readConfig } from '#config.ts';

export const BASE_URL = 'http://shop.test';

/** The configuration of a shop in tests. */
export function testConfig(own: Partial<Config> = {}): Config {
  return {
    mode: 'demo',
    port: 3000,
    host: null,
    baseUrl: BASE_URL,
    dataDir: null,
    databaseUrl: null,
    databaseWaitSeconds: 0,
    authSecret: null,
    adminEmails: [],
    trustedProxies: [],
    hstsSubdomains: false,
    google: null,
    guestCheckout: null,
    access: null,
    unpaidLimitFactor: 1,
    stripe: null,
    images: { name: 'disk' },
    search: null,
    mail: { smtp: null, emailjs: null },
    pageCacheMb: 0,
    sessionDays: 30,
    retention: readConfig({}).retention,
    overrides: [],
    projectRoot: process.cwd(),
    isDevelopment: false,
    ...own,
  };
}
