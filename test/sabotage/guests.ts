import type { Sabotage } from './patch.ts';

const caughtBy = ['test/api/guest-orders.test.ts', 'test/api/guest-order-life.test.ts'];

/** Ways to give orders of guests away. */
export const guests: Sabotage[] = [
  {
    name: 'shows the order of a guest to any other guest',
    edits: [
      {
        file: 'src/features/orders/order-links.ts',
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
        file: 'src/features/orders/order-links.store.ts',
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
];
