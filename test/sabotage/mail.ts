import type { Sabotage } from './patch.ts';

const ABUSE = 'test/api/email-abuse.test.ts';
const PRODUCTION = 'src/config-production.ts';

/** Ways to send mail that nobody wants, to send none, and to open for business on what is no shop. */
export const mail: Sabotage[] = [
  {
    name: 'repeats what a stranger typed to an address that nobody has confirmed',
    edits: [
      {
        file: 'src/features/emails/load-email.ts',
        find: 'if (!(await hasConfirmedEmail(ctx, email))) return { name: null, place: null };',
        replace: '',
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
        file: 'src/features/emails/recipient-limit.ts',
        find: 'if (until) return until;',
        replace: 'if (until && rule.most < 0) return until;',
      },
    ],
    caughtBy: [ABUSE],
  },
  {
    name: 'takes addresses of one mailbox for as many recipients',
    edits: [
      {
        file: 'src/shared/mailbox.ts',
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
        file: 'src/features/emails/recipient-limit.ts',
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
        find: 'awaitsCard ? cardWaitMinutes * 60_000 : 0',
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
        file: 'src/shared/one-line.ts',
        find: "return text.replace(BIDI_CONTROLS, '');",
        replace: 'return text;',
      },
    ],
    caughtBy: ['src/shared/one-line.test.ts', ABUSE],
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
];
