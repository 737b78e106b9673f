import type { Config } from '#config.ts';
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from '#features/accounts/demo-accounts.ts';
import { shop } from '#shop-config';

/** What the terminal shows when the shop is up: where, with what, and what stands in for what. */
export function describeStart(
  config: Config,
  started: { dataDir: string; place: string; version: string; notices: string[] },
): string[] {
  const database =
    started.place === 'embedded'
      ? `PostgreSQL ${started.version}, the shop's own`
      : `PostgreSQL ${started.version} at ${started.place}`;
  const rows: [string, string][] = [
    ['Data folder', started.dataDir],
    ['Database', database],
    ...(config.mode === 'demo' ? demoRows() : productionRows()),
    ['Google sign-in', googleLine(config)],
  ];
  const width = Math.max(...rows.map(([label]) => label.length)) + 2;
  return [
    ...started.notices,
    `${shop.brand} is open at ${config.baseUrl}${config.mode === 'demo' ? ' (demo)' : ''}`,
    ...rows.map(([label, text]) => `  ${label.padEnd(width)}${text}`),
    'Stop it with Ctrl-C.',
  ];
}

function demoRows(): [string, string][] {
  return [
    ...DEMO_ACCOUNTS.map(({ name, email }): [string, string] => [
      name,
      `${email}, password ${DEMO_PASSWORD}`,
    ]),
    ['Card payments', 'sandbox, no money moves: 4242 4242 4242 4242 pays'],
  ];
}

function googleLine({ mode, google }: Config): string {
  if (google) return google.issuer;
  return mode === 'demo'
    ? 'sandbox, it takes your word for who you are'
    : 'not set up: GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET';
}

function productionRows(): [string, string][] {
  return [['Card payments', 'not set up: customers can pay later']];
}
