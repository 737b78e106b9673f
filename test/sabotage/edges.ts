import type { Sabotage } from './patch.ts';

const PROFILE = 'src/features/accounts/check-profile.ts';
const REQUEST_HOOKS = 'src/features/accounts/auth-request-hooks.ts';
const CART_COOKIE = 'src/server/http/middleware/cart-token.ts';
const SIGN_IN_LIBRARY_TEST = 'test/api/sign-in-library.test.ts';
const RETENTION_RULES = 'src/features/retention/retention-rules.ts';
const RETENTION_TEST = 'test/api/retention.test.ts';

/** Ways to let in, at the edges of the shop, what it can't hold or must not believe. */
export const edges: Sabotage[] = [
  {
    name: 'opens every path of the sign-in library',
    edits: [
      {
        file: 'src/server/http/auth-routes.ts',
        find: 'if (!methods) throw',
        replace: 'if (!methods) return next();\n  if (!methods) throw',
      },
    ],
    caughtBy: [SIGN_IN_LIBRARY_TEST],
  },
  {
    name: 'stores the address of a profile image as it was sent',
    edits: [{ file: PROFILE, find: '...data, image: address', replace: '...data' }],
    caughtBy: [SIGN_IN_LIBRARY_TEST],
  },
  {
    name: 'signs people up with an email of any length',
    edits: [
      {
        file: REQUEST_HOOKS,
        find: 'if (isTooLongForEmail(context.body?.email)) {',
        replace: 'if (isTooLongForEmail(null)) {',
      },
      {
        file: PROFILE,
        find: 'if (user.email !== undefined) {',
        replace: 'if (user.email === "") {',
      },
    ],
    caughtBy: [SIGN_IN_LIBRARY_TEST],
  },
  {
    name: 'lets the database keep an email of any length',
    edits: [
      {
        file: 'src/db/migrations/0011_hardening.sql',
        find: 'WHEN (length(NEW.email) > 254)',
        replace: 'WHEN (length(NEW.email) > 100000)',
      },
    ],
    caughtBy: [SIGN_IN_LIBRARY_TEST],
  },
  {
    name: 'reads what an outside service sends without a limit',
    edits: [
      {
        file: 'src/adapters/read-text.ts',
        find: 'if (size > MAX_BYTES) throw',
        replace: 'if (size < 0) throw',
      },
    ],
    caughtBy: ['src/adapters/read-text.test.ts'],
  },
  {
    name: 'lets a library read what a sign-in provider sends without a limit',
    edits: [
      {
        file: 'src/adapters/identity/openid.ts',
        find: 'return new Response(await readText(response, url));',
        replace: 'return response;',
      },
    ],
    caughtBy: ['test/adapters/identity.test.ts'],
  },
  {
    name: 'sends a NUL to the database',
    edits: [
      {
        file: 'src/db/storable-client.ts',
        find: "return value.includes('\\0');",
        replace: 'return false;',
      },
    ],
    caughtBy: ['test/db/storable.test.ts'],
  },
  {
    name: 'takes a cart cookie that another host of the domain planted',
    edits: [
      {
        file: CART_COOKIE,
        find: "secure ? '__Host-shop.cart' : 'shop.cart'",
        replace: "'shop.cart'",
      },
    ],
    caughtBy: ['test/api/host-cookies.test.ts'],
  },
  {
    name: 'removes the carts of accounts',
    edits: [{ file: RETENTION_RULES, find: 'isOver: isNull(carts.userId),', replace: '' }],
    caughtBy: [RETENTION_TEST],
  },
  {
    name: 'removes carts that are still used',
    edits: [
      { file: RETENTION_RULES, find: 'age: carts.updatedAt', replace: 'age: carts.createdAt' },
    ],
    caughtBy: [RETENTION_TEST],
  },
  {
    name: 'waits for a cart that somebody is changing, to remove it',
    edits: [{ file: 'src/db/delete-in-batches.ts', find: ' for update skip locked', replace: '' }],
    caughtBy: [RETENTION_TEST],
  },
  {
    name: 'keeps counters of sign-in requests that nobody needs',
    edits: [
      {
        file: RETENTION_RULES,
        find: 'LONGEST_SIGN_IN_WINDOW + CLOCKS_DIFFER_SECONDS',
        replace: 'LONGEST_SIGN_IN_WINDOW + 30 * CLOCKS_DIFFER_SECONDS',
      },
    ],
    caughtBy: [RETENTION_TEST],
  },
  {
    name: 'forgets who guesses passwords, every minute',
    edits: [
      {
        file: RETENTION_RULES,
        find: 'LONGEST_SIGN_IN_WINDOW + CLOCKS_DIFFER_SECONDS',
        replace: '-CLOCKS_DIFFER_SECONDS',
      },
    ],
    caughtBy: ['test/api/sign-in-rate-limits.test.ts', RETENTION_TEST],
  },
  {
    name: 'keeps sessions that ran out',
    edits: [
      {
        file: RETENTION_RULES,
        find: 'age: sessions.expiresAt,\n    keep: { seconds: 0 }',
        replace: 'age: sessions.expiresAt,\n    keep: { seconds: 1_000_000 }',
      },
    ],
    caughtBy: [RETENTION_TEST],
  },
  {
    name: 'removes emails that were never sent',
    edits: [
      { file: RETENTION_RULES, find: 'age: outbox.sentAt', replace: 'age: outbox.createdAt' },
    ],
    caughtBy: [RETENTION_TEST],
  },
  {
    name: 'removes messages of the card provider that were not processed',
    edits: [
      {
        file: RETENTION_RULES,
        find: 'age: providerEvents.processedAt',
        replace: 'age: providerEvents.receivedAt',
      },
    ],
    caughtBy: [RETENTION_TEST],
  },
  {
    name: 'removes everything that is old in one run, however much it is',
    edits: [
      {
        file: 'src/db/delete-in-batches.ts',
        find: 'const MAX_BATCHES = 50;',
        replace: 'const MAX_BATCHES = 5_000;',
      },
    ],
    caughtBy: [RETENTION_TEST],
  },
  {
    name: 'undoes what is left of a job that is half removed',
    edits: [
      {
        file: RETENTION_RULES,
        find: 'closing: sql`undoable = false`',
        replace: 'closing: sql`undoable = undoable`',
      },
    ],
    caughtBy: [RETENTION_TEST],
  },
  {
    name: 'takes an email that was removed for one that was never written',
    edits: [
      {
        file: 'src/server/verify/emails-stay.ts',
        find: "max(removed_before) + interval '1 day'",
        replace: "max(null::timestamptz) + interval '1 day'",
      },
    ],
    caughtBy: [RETENTION_TEST],
  },
];
