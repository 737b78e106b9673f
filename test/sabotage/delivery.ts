import type { Sabotage } from './patch.ts';

const READER = 'src/features/settings-reader.ts';
const WRITE = 'src/features/checkout/price-and-create-order.ts';

const calls = ['test/api/delivery.test.ts'];

/** Ways to deliver to the wrong place, at the wrong price or on the wrong day. */
export const delivery: Sabotage[] = [
  {
    name: 'prices delivery by the settings that a process read first, for good',
    edits: [
      {
        file: READER,
        find: '(known.version === version ? known : read(db))',
        replace: "(known.version !== '' && version ? known : read(db))",
      },
    ],
    caughtBy: calls,
  },
  {
    name: 'saves an edit of a zone over what somebody else saved',
    edits: [
      {
        file: 'src/features/record-version.ts',
        find: 'if (current.version !== version)',
        replace: 'if (current.version < version)',
      },
    ],
    caughtBy: calls,
  },
  {
    name: 'lets everyone with an account edit zones',
    edits: [
      {
        file: 'src/features/edit-as-admin.ts',
        find: 'const admin = requireAdmin(actor);',
        replace: "const admin = { id: actor.user?.id ?? 'guest' };",
      },
      {
        file: 'src/features/edit-as-admin.ts',
        find: "import { requireAdmin } from './permissions.ts';",
        replace: '',
      },
    ],
    caughtBy: ['test/api/delivery.test.ts'],
  },
  {
    name: 'takes another way of delivery in place of one that is gone',
    edits: [
      {
        file: WRITE,
        find: 'if (asked) return asked;',
        replace: 'return asked ?? cheapest;',
      },
    ],
    caughtBy: ['test/api/delivery-of-orders.test.ts'],
  },
  {
    name: 'orders to another country without an address, as to a city of the own country',
    edits: [
      {
        file: 'src/features/checkout/delivery.ts',
        find: 'shop.shipping.addressRequired === true || country !== null',
        replace: 'shop.shipping.addressRequired === true || country === undefined',
      },
    ],
    caughtBy: ['test/api/estimates-abroad.test.ts'],
  },
  {
    name: 'counts days without work as working days',
    edits: [
      {
        file: 'src/features/delivery/arrival.ts',
        find: 'if (isWorkingDay(at, times)) left -= 1;',
        replace: 'left -= 1;',
      },
    ],
    caughtBy: ['src/features/delivery/arrival.test.ts'],
  },
  {
    name: 'promises the days of an order that was paid too late',
    edits: [
      {
        file: 'src/features/orders/view/order-view.ts',
        find: 'const isLate = order.paidAt !== null && order.paidAt > arrivesIfPaidBy;',
        replace: 'const isLate = false;',
      },
    ],
    caughtBy: ['test/api/delivery-of-orders.test.ts'],
  },
  {
    name: 'goes on saying on cached pages what delivery cost before',
    edits: [
      {
        file: 'src/features/delivery/edit-zones.ts',
        find: '!== before.version) await retirePages(tx)',
        replace: "=== '') await retirePages(tx)",
      },
    ],
    caughtBy: calls,
  },
];
