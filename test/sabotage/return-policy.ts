import type { Sabotage } from './patch.ts';

const POLICY = 'src/features/return-policy/return-policy.ts';
const MIGRATION = 'src/db/migrations/0046_return_policy.sql';
const caughtBy = ['test/api/return-policy.test.ts'];

/** Ways to take back a promise about returns, or to give none. */
export const returnPolicy: Sabotage[] = [
  {
    name: 'has customers pay for the way back of what is damaged',
    edits: [
      {
        file: 'src/features/returns/postage.schema.ts',
        find: 'reasonsOfShop.includes(reason)',
        replace: 'reasonsOfShop.indexOf(reason) > 1',
      },
    ],
    caughtBy,
  },
  {
    name: 'changes who pays for the way back of a return that was asked for',
    edits: [
      {
        file: MIGRATION,
        find: 'NEW.key, NEW.postage_paid_by, NEW.requested_at) IS DISTINCT FROM (OLD.id, OLD.order_id, OLD.of_return_id, OLD.key, OLD.postage_paid_by, OLD.requested_at)',
        replace:
          'NEW.key, NEW.requested_at) IS DISTINCT FROM (OLD.id, OLD.order_id, OLD.of_return_id, OLD.key, OLD.requested_at)',
      },
    ],
    caughtBy,
  },
  {
    name: 'forgets that a line of an order was a final sale',
    edits: [
      {
        file: 'src/features/checkout/pricing.ts',
        find: '      isFinalSale,\n',
        replace: '      isFinalSale: false && isFinalSale,\n',
      },
    ],
    caughtBy,
  },
  {
    name: 'takes a final sale back from its customer',
    edits: [
      {
        file: 'src/features/returns/request-return.ts',
        find: 'if (!isStaff) requireNoFinalSale(',
        replace: 'if (!isStaff && ctx === null) requireNoFinalSale(',
      },
    ],
    caughtBy,
  },
  {
    name: 'records a return of an order that has changed since staff saw it',
    edits: [
      {
        file: 'src/features/returns/request-return.ts',
        find: 'requireSeenVersion(order, request.version ?? null);',
        replace: 'requireSeenVersion(order, null);',
      },
    ],
    caughtBy,
  },
  {
    name: 'offers customers to return a final sale',
    edits: [
      {
        file: 'src/features/returns/left-to-return.schema.ts',
        find: 'order.lines[position]?.isFinalSale ? 0',
        replace: 'order.lines[position]?.isFinalSale && position < 0 ? 0',
      },
    ],
    caughtBy,
  },
  {
    name: 'shows cached pages from before a change of the return policy',
    edits: [
      {
        file: MIGRATION,
        find: 'return_policy_written AFTER INSERT OR UPDATE OR DELETE',
        replace: 'return_policy_written AFTER DELETE',
      },
    ],
    caughtBy,
  },
  {
    name: 'overwrites the return policy that somebody else has set meanwhile',
    edits: [
      {
        file: POLICY,
        find: 'requireVersion(before, version);',
        replace: 'void requireVersion;',
      },
    ],
    caughtBy,
  },
];
