import type { Sabotage } from './patch.ts';

/** Ways to let guests in. */
export const access: Sabotage[] = [
  {
    name: 'lets anybody register as an admin',
    edits: [
      {
        file: 'src/features/accounts/auth.ts',
        find: "defaultValue: 'shopper', input: false }",
        replace: "defaultValue: 'shopper', input: true }",
      },
    ],
    caughtBy: ['test/api/users.test.ts'],
  },
  {
    name: 'makes an account an admin whose email nobody verified',
    edits: [
      {
        file: 'src/features/accounts/accounts.ts',
        find: 'if (!user.emailVerified && !unverified) {',
        replace: 'if (user.email === undefined) {',
      },
    ],
    caughtBy: ['test/api/users.test.ts'],
  },
  {
    name: 'leaves the address that somebody else put into an account registered in advance',
    edits: [
      {
        file: 'src/features/privacy/unproven-data.ts',
        find: '  await removeAddressBook(tx, userId);\n',
        replace: '',
      },
    ],
    caughtBy: ['test/api/addresses.test.ts'],
  },
  {
    name: 'waits for the account in a cycle while its first new password is set',
    edits: [
      {
        file: 'src/features/accounts/accounts.store.ts',
        find: "for('no key update')",
        replace: "for('update')",
      },
    ],
    caughtBy: ['test/api/addresses.test.ts'],
  },
  {
    name: 'empties a verified account when its password is chosen anew',
    edits: [
      {
        file: 'src/features/accounts/password-reset.ts',
        find: 'if (!user.emailVerified) await onFirstProof',
        replace: 'await onFirstProof',
      },
    ],
    caughtBy: ['test/api/addresses.test.ts'],
  },
  {
    name: 'lets a session that ended meanwhile add an address',
    edits: [
      {
        file: 'src/features/addresses/addresses.ts',
        find: '    await requireLiveSession(ctx, tx, actor);\n',
        replace: '',
      },
    ],
    caughtBy: ['test/api/addresses.test.ts'],
  },
  {
    name: 'says that the shop is broken to somebody whose account was deleted meanwhile',
    edits: [
      {
        file: 'src/shared/errors.ts',
        find: 'code === NO_REFERENCED_ROW &&',
        replace: 'code === undefined &&',
      },
    ],
    caughtBy: ['test/api/privacy.test.ts'],
  },
  {
    name: 'deletes an account whose order was paid unnoticed, and forgets who gets the goods',
    edits: [
      {
        file: 'src/features/orders/access/personal-orders.ts',
        find: '      isPaid = true;\n',
        replace: '',
      },
    ],
    caughtBy: ['test/api/privacy.test.ts'],
  },
  {
    name: 'keeps what staff wrote about somebody whose account is deleted',
    edits: [
      {
        file: 'src/features/orders/orders.store.ts',
        find: '  await deleteCommentsOf(db, ids);\n',
        replace: '',
      },
    ],
    caughtBy: ['test/api/comments.test.ts'],
  },
  {
    name: 'takes real money in the demo, whose admin everybody knows',
    edits: [
      {
        file: 'src/config-stripe.ts',
        find: "if (mode === 'demo' && !isTestKey(secretKey)) {",
        replace: "if (mode === 'demo' && isTestKey('sk_live_1')) {",
      },
    ],
    caughtBy: ['src/config.test.ts'],
  },
  {
    name: 'lets anybody take an image of a product for a profile, and have it removed',
    edits: [
      {
        file: 'src/features/images/images.store.ts',
        find: 'or(isFree, isOfProfile)',
        replace: 'or(isFree, isOfProfile, isNotNull(uploads.usedAt))',
      },
    ],
    caughtBy: ['test/api/used-images.test.ts'],
  },
  {
    name: 'counts everybody as one network behind a proxy that names ports',
    edits: [
      {
        file: 'src/server/http/middleware/client-address.ts',
        find: 'plainAddress(withoutPort(hop.trim()))',
        replace: 'plainAddress(hop.trim())',
      },
    ],
    caughtBy: ['src/server/http/middleware/client-address.test.ts'],
  },
  {
    name: 'lets one visitor fill the reports on searches',
    edits: [
      {
        file: 'src/features/search-reports/search-counter.ts',
        find: 'if (!allows(once, JSON.stringify([networkOf(address), key]))) return false;',
        replace: 'if (key === networkOf(address)) return false;',
      },
    ],
    caughtBy: ['test/api/search-reports.test.ts'],
  },
  {
    name: 'takes an order from the cart without the address that the shop needs',
    edits: [
      {
        file: 'src/features/checkout/create-payment-intent.ts',
        find: '      requireAddressIfNeeded(ctx, cart, addresses);\n',
        replace: '',
      },
    ],
    caughtBy: ['test/api/addresses.test.ts'],
  },
  {
    name: 'takes forms from other sites',
    edits: [
      {
        file: 'src/server/http/middleware/same-origin.ts',
        find: 'if (!same) {',
        replace: 'if (same === undefined) {',
      },
    ],
    caughtBy: ['test/api/requests.test.ts'],
  },
  {
    name: 'believes X-Forwarded-For from anybody',
    edits: [
      {
        file: 'src/server/http/middleware/client-address.ts',
        find: 'if (!trusted(socket)) return socket;',
        replace: '',
      },
    ],
    caughtBy: [
      'src/server/http/middleware/client-address.test.ts',
      'test/api/sign-in-rate-limits.test.ts',
    ],
  },
  {
    name: 'counts failed sign-ins of each network of a site by itself',
    edits: [
      {
        file: 'src/features/accounts/sign-in-rate-limits.ts',
        find: 'countedNetworks(attempt.address).map(',
        replace: 'countedNetworks(attempt.address).slice(0, 1).map(',
      },
    ],
    caughtBy: ['test/api/rate-limits.test.ts'],
  },
  {
    name: 'ends when a connection breaks in the middle of a transaction',
    edits: [
      {
        file: 'src/db/client.ts',
        find: "    client.on('error', reportError);\n",
        replace: '',
      },
    ],
    caughtBy: ['test/db/lost-connections.test.ts'],
  },
  {
    name: 'uses a link for a password up before it locks the account',
    edits: [
      {
        file: 'src/features/accounts/password-reset.ts',
        find: 'const user = await lockUserForNoKeyUpdate(tx, userId);',
        replace:
          "const isGood = await spendLink(tx, 'reset-password', token, ctx.now());\n    const user = await lockUserForNoKeyUpdate(tx, userId);",
      },
      {
        file: 'src/features/accounts/password-reset.ts',
        find: "if (!user || !(await spendLink(tx, 'reset-password', token, ctx.now())))",
        replace: 'if (!user || !isGood)',
      },
    ],
    caughtBy: ['test/api/emailed-links.test.ts'],
  },
  {
    name: 'links an identity to an account that got another email meanwhile',
    edits: [
      {
        file: 'src/features/accounts/auth-database.ts',
        find: '      if (user?.email !== linkedEmail) throw emailChanged();\n',
        replace: '',
      },
    ],
    caughtBy: ['test/api/change-email.test.ts'],
  },
  {
    name: 'lets links to the former email of an account work on',
    edits: [
      {
        file: 'src/features/accounts/change-email.ts',
        find: '  await deleteVerificationsOf(tx, userId);\n',
        replace: '',
      },
    ],
    caughtBy: ['test/api/change-email.test.ts'],
  },
  {
    name: 'says whether an account has the email that somebody wants',
    edits: [
      {
        file: 'src/features/accounts/change-email.ts',
        find: 'if (await selectUserByEmail(ctx.db, email)) return;',
        replace: 'if (await selectUserByEmail(ctx.db, email)) throw taken();',
      },
    ],
    caughtBy: ['test/api/change-email.test.ts'],
  },
  {
    name: 'lets an account have sessions without end',
    edits: [
      {
        file: 'src/features/accounts/auth-row-hooks.ts',
        find: 'await endSurplusSessions(ctx, session.userId, { except: session.id })',
        replace: 'await Promise.resolve()',
      },
    ],
    caughtBy: ['test/api/sessions.test.ts'],
  },
  {
    name: 'stores the whole name of the program with each session',
    edits: [
      {
        file: 'src/features/accounts/auth-row-hooks.ts',
        find: 'session.userAgent?.slice(0, LONGEST_USER_AGENT)',
        replace: 'session.userAgent',
      },
    ],
    caughtBy: ['test/api/sessions.test.ts'],
  },
  {
    name: 'counts no sign-ins of an IPv6 site',
    edits: [
      {
        file: 'src/features/accounts/sign-in-rate-limits.ts',
        find: 'if (!isKnown && site !== networkOf(attempt.address)) {',
        replace: "if (site === '') {",
      },
    ],
    caughtBy: ['test/api/sign-in-rate-limits.test.ts'],
  },
];
