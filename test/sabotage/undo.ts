import type { Sabotage } from './patch.ts';

const DELETION = 'src/features/orders/deletion/deletion.ts';
const UNDO = 'src/features/checkout/undo-deletion.ts';
const CLOSE = 'src/features/orders/unpaid/close-order.ts';

/** Ways to undo the deletion of an order wrongly. */
export const undo: Sabotage[] = [
  {
    name: 'undoes a deletion once for every press',
    edits: [
      { file: UNDO, find: 'return before?.id ?? placeAgain(', replace: 'return placeAgain(' },
    ],
    caughtBy: ['test/races/undo.test.ts'],
  },
  {
    name: 'lets anybody undo a deletion',
    edits: [
      {
        file: DELETION,
        find: 'if (!order || !(isAdmin || order.userId === user.id))',
        replace: 'if (!order)',
      },
      {
        file: 'src/features/orders/orders.store.ts',
        find: 'eq(orderEvents.actor, actor),',
        replace: '',
      },
    ],
    caughtBy: ['test/api/undo-deletion.test.ts'],
  },
  {
    name: 'lets the owner undo what staff deleted',
    edits: [
      {
        file: 'src/features/orders/orders.store.ts',
        find: 'eq(orderEvents.actor, actor),',
        replace: '',
      },
    ],
    caughtBy: ['test/api/undo-deletion.test.ts'],
  },
  {
    name: 'undoes a deletion at any time, and holds stock anew each time',
    edits: [
      { file: UNDO, find: 'if (now > undoEndsAt(ctx, at))', replace: 'if (!undoEndsAt(ctx, at))' },
    ],
    caughtBy: ['test/api/undo-deletion.test.ts'],
  },
  {
    name: 'gives an order that is placed again a new due date',
    edits: [
      {
        file: 'src/features/orders/create-order.ts',
        find: '...(replaces?.due ?? dueTimes(',
        replace: '...(dueTimes(',
      },
    ],
    caughtBy: ['test/api/undo-deletion.test.ts'],
  },
  {
    name: 'leaves the billing address out of the response to a new order',
    edits: [
      {
        file: 'src/features/orders/create-order.ts',
        find: '...(billing && { billing: { ...toAddress(billing), version: 1 } }),',
        replace: '',
      },
    ],
    caughtBy: ['test/api/addresses.test.ts'],
  },
  {
    name: 'places an order again at another price than the person had agreed to',
    edits: [{ file: UNDO, find: 'if (isSame) return;', replace: 'if (isSame || !isSame) return;' }],
    caughtBy: ['test/api/undo-deletion.test.ts'],
  },
  {
    name: 'tells of a cancellation that was undone',
    edits: [
      {
        file: 'src/features/emails/email-kinds.ts',
        find: 'if (isUndone) return null;',
        replace: 'void isUndone;',
      },
    ],
    caughtBy: ['test/api/undo-deletion.test.ts'],
  },
  {
    name: 'deletes a paid order for somebody who agreed to cancel an unpaid one',
    edits: [{ file: CLOSE, find: '(shown ?? seen.status)', replace: '(seen.status ?? shown)' }],
    caughtBy: ['test/api/undo-deletion.test.ts'],
  },
];
