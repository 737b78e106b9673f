import type { Sabotage } from './patch.ts';

const caughtBy = ['test/api/guest-orders.test.ts', 'test/api/guest-order-life.test.ts'];

/** Ways to give orders of guests away. */
export const guests: Sabotage[] = [
  {
    name: 'shows the order of a guest to any other guest',
    edits: [
      {
        file: 'src/features/orders/access/order-links.ts',
        find: 'tokens.length > 0 && hasLink(db, orderId, tokens.map(hashToken))',
        replace: 'tokens.length > 0 && hasLink !== undefined && db !== undefined',
      },
    ],
    caughtBy,
  },
  {
    name: 'repeats what a guest typed to an address that an account has confirmed',
    edits: [
      {
        file: 'src/features/emails/load-email.ts',
        find: 'return !isGuest && hasConfirmedEmail(ctx, email);',
        replace: 'return isGuest !== undefined && hasConfirmedEmail(ctx, email);',
      },
    ],
    caughtBy,
  },
  {
    name: 'gives orders of guests to an account that has not verified its email',
    edits: [
      {
        file: 'src/features/orders/access/order-links.store.ts',
        find: '        eq(users.emailVerified, true),\n',
        replace: '',
      },
    ],
    caughtBy,
  },
  {
    name: 'gives unpaid orders of guests to an account that signs in',
    edits: [
      {
        file: 'src/server/start/create-context.ts',
        find: 'takeOverGuestOrders(ctx, userId, { withUnpaid: false })',
        replace: 'takeOverGuestOrders(ctx, userId, { withUnpaid: true })',
      },
    ],
    caughtBy,
  },
  {
    name: 'does not count what guests with an email hold already',
    edits: [
      {
        file: 'src/features/checkout/checkout.store.ts',
        find: 'o.email = $' + '{email} and o.is_guest',
        replace: 'o.email = $' + '{email} and false',
      },
    ],
    caughtBy,
  },
  {
    name: 'takes orders of guests where the owner does not allow them',
    edits: [
      {
        file: 'src/features/checkout/guest-details.ts',
        find: 'return user !== null || shop.guestCheckout;',
        replace: 'return user !== null || shop.guestCheckout !== undefined;',
      },
    ],
    caughtBy,
  },
  {
    name: 'gives cancelled orders of guests to an account that signs in',
    edits: [
      {
        file: 'src/features/orders/access/order-links.store.ts',
        find: 'sql`$' + '{orders.paidAt} is not null`',
        replace: 'sql`$' + "{orders.status} <> 'pending'`",
      },
    ],
    caughtBy,
  },
  {
    name: 'writes a link of an order that has become the one of an account',
    edits: [
      {
        file: 'src/features/orders/access/order-links.store.ts',
        find: ' and $' + '{orders.isGuest} for share',
        replace: ' for share',
      },
    ],
    caughtBy,
  },
  {
    name: 'counts emails about paid orders of guests with those about unpaid ones',
    edits: [
      {
        file: 'src/features/emails/recipient-rate-limit.ts',
        find: 'const hasPaid = isOfGuest && isPaid;',
        replace: 'const hasPaid = isOfGuest && isPaid && !to;',
      },
    ],
    caughtBy,
  },
  {
    name: 'keeps what a guest entered when the account is deleted',
    edits: [
      {
        file: 'src/features/privacy/delete-account.ts',
        find: '    await forgetGuestDetails(tx, cartIds);\n',
        replace: '    await forgetGuestDetails(tx, cartIds.slice(1_000));\n',
      },
    ],
    caughtBy,
  },
  {
    name: 'lets a call act on the order of a guest whose link the browser has',
    edits: [
      {
        file: 'src/features/api-route.ts',
        find: "    c.set('actor', { ...c.get('actor'), orderTokens: [] });\n",
        replace: "    c.set('actor', { ...c.get('actor') });\n",
      },
    ],
    caughtBy,
  },
];
