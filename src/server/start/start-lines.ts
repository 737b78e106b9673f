import type { Config } from '#config.ts';
import type { Override } from '#config-production.ts';
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from '#features/accounts/demo-account-list.ts';
import type { Integration } from '#shared/integration.ts';
import { shop } from '#shop-config';

/**
 * The lines that the terminal shows when the shop is open: address, database, and outside services.
 */
export function describeStart(
  config: Config,
  started: {
    dataDir: string;
    place: string;
    version: string;
    integrations: Integration[];
    notices: string[];
  },
): string[] {
  const database =
    started.place === 'embedded'
      ? `PostgreSQL ${started.version}, the shop's own`
      : `PostgreSQL ${started.version} at ${started.place}`;
  const rows: [string, string][] = [
    ['Data folder', started.dataDir],
    ['Database', database],
    ...(config.mode === 'demo' ? demoRows() : []),
    ...started.integrations.map(({ name, by, toDo }): [string, string] => [
      name,
      toDo ? `${by} (set ${toDo})` : by,
    ]),
  ];
  const width = Math.max(...rows.map(([label]) => label.length)) + 2;
  return [
    ...started.notices,
    `${shop.brand} is open at ${config.baseUrl}${config.mode === 'demo' ? ' (demo)' : ''}`,
    ...rows.map(([label, text]) => `  ${label.padEnd(width)}${text}`),
    'Stop it with Ctrl-C.',
  ];
}

/** A warning for each risk that production is configured to accept. */
export function describeOverrides({ overrides }: Pick<Config, 'overrides'>): string[] {
  const warnings: Record<Override, string> = {
    ALLOW_STRIPE_TEST_KEYS: 'Stripe test keys are allowed: no money moves.',
    ALLOW_HTTP: 'BASE_URL may be http: passwords and sessions can be read on the way.',
    ALLOW_DEMO_DATABASE: 'A database that served a demo once is allowed.',
  };
  return overrides.map((name) => `Warning: ${warnings[name]} Unset ${name} to refuse it again.`);
}

/** A line for missing extensions of PostgreSQL, without which searches are slower. */
export function describeMissing(extensions: string[]): string[] {
  if (extensions.length === 0) return [];
  const names = extensions.join(' and ');
  return [
    `Searches are slower than they could be: the database has no ${names}. Add ${extensions.length === 1 ? 'it' : 'them'} (create extension), then run npm run search:rebuild.`,
  ];
}

function demoRows(): [string, string][] {
  return [
    ...DEMO_ACCOUNTS.map(({ name, email }): [string, string] => [
      name,
      `${email}, password ${DEMO_PASSWORD}`,
    ]),
  ];
}
