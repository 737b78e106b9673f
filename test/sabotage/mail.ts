import type { Sabotage } from './patch.ts';

const ABUSE = 'test/api/email-abuse.test.ts';
const PRODUCTION = 'src/config-production.ts';

/** Ways to send mail that nobody wants, to send none, and to open for business on what is no shop. */
export const mail: Sabotage[] = [
  {
    name: 'sends contact messages above the limit in any order',
    edits: [
      {
        file: 'src/features/emails/delivery.store.ts',
        find: '.orderBy(outbox.sendAfter, earlierOfSite)',
        replace: '.orderBy(outbox.sendAfter)',
      },
    ],
    caughtBy: [ABUSE],
  },
  {
    name: 'gives up a mail server that takes longer to accept an email than to connect',
    edits: [
      {
        file: 'src/adapters/mail/smtp.ts',
        find: 'socketTimeout: responseMs,',
        replace: 'socketTimeout: connectMs,',
      },
    ],
    caughtBy: ['test/adapters/smtp.test.ts'],
  },
  {
    name: 'lets one sender use up the contact messages of an hour',
    edits: [
      {
        file: 'src/features/contact/contact-rate-limits.ts',
        find: 'Math.max(0, ofHour - DUE_AT_ONCE) * SPACING_MS',
        replace: 'Math.max(0, ofHour - DUE_AT_ONCE) * 0 * SPACING_MS',
      },
    ],
    caughtBy: [ABUSE],
  },
  {
    name: 'counts the networks of a subscriber one by one',
    edits: [
      {
        file: 'src/shared/network.ts',
        find: '[own, { network: site, times: 2 }]',
        replace: '[own]',
      },
    ],
    caughtBy: ['test/api/rate-limits.test.ts', 'test/api/bodies.test.ts'],
  },
  {
    name: 'repeats what somebody typed to an address that nobody has confirmed',
    edits: [
      {
        file: 'src/features/emails/load-email.ts',
        find: 'if (!(await isConfirmed(ctx, order))) {',
        replace: 'if (false) {',
      },
    ],
    caughtBy: [ABUSE],
  },
  {
    name: 'repeats a name that is a message to an address that was confirmed',
    edits: [
      {
        file: 'src/features/emails/plain-names.ts',
        find: "return /^[\\p{L}\\p{M}\\p{N} '’-]{1,60}$/u.test(name) ? name : null;",
        replace: 'return name;',
      },
    ],
    caughtBy: [ABUSE],
  },
  {
    name: 'sends one address as many emails as there are orders',
    edits: [
      {
        file: 'src/features/emails/recipient-rate-limit.ts',
        find: 'if (until) return until;',
        replace: 'if (until && rule.most < 0) return until;',
      },
    ],
    caughtBy: [ABUSE],
  },
  {
    name: 'takes addresses of one recipient for as many recipients',
    edits: [
      {
        file: 'src/shared/base-address.ts',
        find: "const [local = ''] = email.slice(0, at).split('+');",
        replace: 'const local = email.slice(0, at);',
      },
    ],
    caughtBy: [ABUSE],
  },
  {
    name: 'lets a flood of orders use up the links of a new password',
    edits: [
      {
        file: 'src/features/emails/recipient-rate-limit.ts',
        find: "if (emailKinds[kind].overLimit === 'not-counted') return null;",
        replace: '',
      },
    ],
    caughtBy: [ABUSE],
  },
  {
    name: 'tells of an order before its card is charged, and then again',
    edits: [
      {
        file: 'src/features/outbox/new-order-emails.ts',
        find: 'awaitsCard ? cardWaitMinutes * MINUTE_MS : 0',
        replace: 'awaitsCard ? cardWaitMinutes * 0 : 0',
      },
    ],
    caughtBy: ['test/api/order-emails.test.ts'],
  },
  {
    name: 'leaves out an email that another process is sending',
    edits: [
      {
        file: 'src/features/outbox/outbox.store.ts',
        find: 'eq(outbox.attempts, 0),',
        replace: '',
      },
    ],
    caughtBy: ['test/api/order-emails.test.ts'],
  },
  {
    name: 'keeps what turns the direction of writing in names and cities',
    edits: [
      {
        file: 'src/shared/visible-text.ts',
        find: "text.replace(BIDI_CONTROLS, '').replace(UNSEEN, '')",
        replace: "text.replace(UNSEEN, '')",
      },
    ],
    caughtBy: ['src/shared/one-line.test.ts', ABUSE],
  },
  {
    name: 'ends with a stack at a password of the mail server that is not encoded',
    edits: [
      {
        file: 'src/config-addresses.ts',
        find: '[username, password].every((part) => decode(part) !== null) &&',
        replace: '(void decode, username !== password || true) &&',
      },
    ],
    caughtBy: ['src/config-mail.test.ts'],
  },
  {
    name: 'takes test cards in production',
    edits: [
      {
        file: PRODUCTION,
        find: "return key !== undefined && key.split('_')[1] !== 'live';",
        replace: "return key === '';",
      },
    ],
    caughtBy: ['src/config-production.test.ts'],
  },
  {
    name: 'sends passwords over plain http in production',
    edits: [
      {
        file: PRODUCTION,
        find: "if (protocol === 'https:') return true;",
        replace: "if (protocol !== '') return true;",
      },
    ],
    caughtBy: ['src/config-production.test.ts'],
  },
  {
    name: 'goes into production on a database that served a demo',
    edits: [
      {
        file: 'src/server/start/load-demo-shop.ts',
        find: 'await recordDemo(ctx.db);',
        replace: 'void recordDemo;',
      },
    ],
    caughtBy: ['test/api/demo-database.test.ts'],
  },
  {
    name: 'opens a production database as a demo, where anyone signs in as anybody',
    edits: [
      {
        file: 'src/server/start/load-demo-shop.ts',
        find: 'if (await servedProduction(ctx.db)) {',
        replace: 'if ((await servedProduction(ctx.db)) && false) {',
      },
    ],
    caughtBy: ['test/api/demo-database.test.ts'],
  },
  {
    name: 'lets a demo and production start on one database at once',
    edits: [
      {
        file: 'src/server/start/production-database.ts',
        find: 'return withOriginLock(start, async () => {',
        replace:
          'return (async (_: unknown, work: () => Promise<void>) => work())(withOriginLock, async () => {',
      },
    ],
    caughtBy: ['test/api/demo-database.test.ts'],
  },
  {
    name: 'leaves no mark of production in its database',
    edits: [
      {
        file: 'src/server/start/production-database.ts',
        find: 'await recordProduction(start.ctx.db);',
        replace: 'void recordProduction;',
      },
    ],
    caughtBy: ['test/api/demo-database.test.ts'],
  },
  {
    name: 'reminds of the same payment again and again',
    edits: [
      {
        file: 'src/features/orders/reminders.ts',
        find: 'event: REMINDED,',
        replace: "event: 'reminded',",
      },
    ],
    caughtBy: ['test/api/reminders.test.ts'],
  },
  {
    name: 'sends a reminder of an order that is paid or cancelled by now',
    edits: [
      {
        file: 'src/features/emails/load-email.ts',
        find: "if (status !== 'pending' || Date.parse",
        replace: "if (status === 'paid' && Date.parse",
      },
    ],
    caughtBy: ['test/api/reminders.test.ts'],
  },
];
