import type { Sabotage } from './patch.ts';

const MIGRATION = 'src/db/migrations/0035_taxes.sql';
const PROPOSED = 'src/features/orders/refunds/proposed-refund.schema.ts';
const CALLS = ['test/api/taxes.test.ts', 'test/api/tax-changes.test.ts'];
const ARITHMETIC = ['src/features/orders/refunds/proposed-refund.test.ts'];
const LIVES = ['test/fuzz/order-lives.test.ts'];

/** Ways to charge, keep or refund other taxes than those of the rates. */
export const taxes: Sabotage[] = [
  {
    name: 'rounds taxes down',
    edits: [
      {
        file: 'src/shared/taxes.ts',
        find: '(2n * amount * rate + whole) / (2n * whole)',
        replace: '(2n * amount * rate) / (2n * whole)',
      },
    ],
    caughtBy: ['src/shared/taxes.test.ts'],
  },
  {
    name: 'prefers the rate of a country to that of its region',
    edits: [
      {
        file: 'src/features/taxes/find-rate.ts',
        find: '(rate.region ? 2 : 0)',
        replace: '(rate.region ? 0 : 2)',
      },
    ],
    caughtBy: ['src/features/taxes/find-rate.test.ts'],
  },
  {
    name: 'places an order whose taxes are not those that the page showed',
    edits: [
      {
        file: 'src/features/checkout/pricing.ts',
        find: 'if (expectedTaxMinor === null || taxMinor === expectedTaxMinor) return;',
        replace: 'if (expectedTaxMinor === null || taxMinor >= 0) return;',
      },
    ],
    caughtBy: CALLS,
  },
  {
    name: 'goes on with the rates that a process has read once',
    edits: [
      {
        file: 'src/features/settings-reader.ts',
        find: 'known.version === version ? known : read(db)',
        replace: "known.version !== '' && version ? known : read(db)",
      },
    ],
    caughtBy: CALLS,
  },
  {
    name: 'overwrites rates that somebody else changed meanwhile',
    edits: [
      {
        file: 'src/features/taxes/edit-taxes.ts',
        find: 'if (before.editVersion !== version) throw',
        replace: 'if (before.editVersion < version) throw',
      },
    ],
    caughtBy: CALLS,
  },
  {
    name: 'refunds units without the tax that was added to them',
    edits: [
      {
        file: PROPOSED,
        find: 'line.unitPriceMinor * quantity - lower.netMinor + addedTax(taxesIncluded, ofUnits)',
        replace: 'line.unitPriceMinor * quantity - lower.netMinor',
      },
    ],
    caughtBy: ARITHMETIC,
  },
  {
    name: 'refunds a part of a tax twice',
    edits: [
      {
        file: PROPOSED,
        find: 'spread(taxMinor - refundedTaxMinor, left)',
        replace: 'spread(taxMinor, left)',
      },
    ],
    caughtBy: ARITHMETIC,
  },
  {
    name: 'takes an address of the owner that has more taxes than the order paid',
    edits: [
      {
        file: 'src/features/orders/order-address.ts',
        find: 'await requirePaidTaxes(ctx, tx, order, address);',
        replace: 'void requirePaidTaxes;',
      },
    ],
    caughtBy: CALLS,
  },
  {
    name: 'does not tell at checkout that the address changes the taxes',
    edits: [
      {
        file: 'src/features/checkout/delivery.ts',
        find: 'compare(cart.taxes.taxMinor, taxMinor)',
        replace: 'compare(taxMinor, taxMinor)',
      },
    ],
    caughtBy: CALLS,
  },
  {
    name: 'prints added taxes twice on credit notes',
    edits: [
      {
        file: 'src/features/documents/content.ts',
        find: 'amountMinor - addedTax(order.taxesIncluded, taxMinor)',
        replace: 'amountMinor - addedTax(order.taxesIncluded, 0 * taxMinor)',
      },
    ],
    caughtBy: CALLS,
  },
  {
    name: 'refunds the difference of an exchange without the tax that was added to it',
    edits: [
      {
        file: 'src/features/orders/returns/exchange-price.schema.ts',
        find: 'without + Math.sign(without) * taxOf(Math.abs(without), addedTaxPpm, false)',
        replace: 'without + 0 * taxOf(Math.abs(without), addedTaxPpm, false)',
      },
    ],
    caughtBy: ['src/features/orders/returns/exchange-price.test.ts'],
  },
  {
    name: 'refunds with later units the tax that was kept of earlier ones',
    edits: [
      {
        file: PROPOSED,
        find: 'return Math.min(sum, quantity * Math.ceil(taxMinor / line.quantity));',
        replace: 'return sum;',
      },
    ],
    caughtBy: ARITHMETIC,
  },
  {
    name: 'refunds the shipping and says that none of it is tax',
    edits: [
      {
        file: PROPOSED,
        find: 'Math.min(order.shippingTax.taxMinor - order.refundedShippingTaxMinor, shippingMinor)',
        replace: 'Math.min(0, shippingMinor)',
      },
    ],
    caughtBy: LIVES,
  },
  {
    name: 'lets the taxes of an order change',
    edits: [
      {
        file: MIGRATION,
        find: "RAISE EXCEPTION 'the taxes of order % are final', OLD.id USING ERRCODE = 'restrict_violation';",
        replace: 'NULL;',
      },
    ],
    caughtBy: CALLS,
  },
  {
    name: 'lets a refund have more tax than its line',
    edits: [
      {
        file: 'src/db/migrations/0073_lowered_prices.sql',
        find: 'OR back.tax > l.tax_minor',
        replace: 'OR back.tax < 0',
      },
    ],
    caughtBy: CALLS,
  },
];
