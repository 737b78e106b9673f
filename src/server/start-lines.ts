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
    ...(config.mode === 'demo' ? demoRows() : []),
    ['Card payments', describeCards(config)],
    ['Mail', describeMail(config)],
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
  ];
}

function describeCards({ stripe, mode }: Config): string {
  if (stripe) {
    return stripe.webhookSecret
      ? 'Stripe'
      : 'Stripe, without webhooks: set STRIPE_WEBHOOK_SECRET to hear of payments at once';
  }
  return mode === 'demo'
    ? 'sandbox, no money moves: 4242 4242 4242 4242 pays'
    : 'not set up: customers can pay later (set STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY)';
}

function describeMail({ mail: { smtp, emailjs }, mode, baseUrl }: Config): string {
  const contact = emailjs ? 'contact messages through EmailJS, ' : '';
  if (smtp) return `${contact}${contact && 'the rest '}by SMTP through ${new URL(smtp.url).host}`;
  return mode === 'demo'
    ? `${contact}${contact ? 'the rest' : 'nothing goes out: it'} is kept and shown at ${baseUrl}/mailbox`
    : `${contact}${contact ? 'the rest' : 'not set up: it'} waits in the outbox (set SMTP_URL and MAIL_FROM)`;
}
