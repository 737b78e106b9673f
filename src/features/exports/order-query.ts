/** What the call of the file of orders is asked for. */
import { z } from '@hono/zod-openapi';
import { isSupportedTime } from '#shared/supported-time.ts';
import { LONGEST_TAG } from '#shared/tags.ts';
import { type OrderState, orderStates } from '../orders/lists/order-list.schema.ts';
import type { PaymentStatus } from '../orders/lists/payment-status.schema.ts';
import {
  EVERY_ORDER,
  fulfillmentFilters,
  MAX_SELECTED,
  paymentLabels,
  returnFilters,
  type StaffOrderFilter,
} from '../orders/lists/staff-orders.schema.ts';

export const text = z.string().trim().max(200).optional();

export const day = z.iso
  .date()
  .refine((text) => isSupportedTime(new Date(text)), 'A day of the years 1970 to 9998.');

/** A parameter that may be repeated. */
const inList = (value: unknown) => (typeof value === 'string' ? [value] : value);

// As in '?order=ord_1&order=ord_2'. The table of orders adds the version that it shows.
const chosen = z.preprocess(
  inList,
  z
    .array(
      z
        .string()
        .regex(/^ord_[0-9a-z]{1,60}(?:\.\d{1,9})?$/, 'This is no order.')
        .transform((order) => order.split('.')[0] ?? order),
    )
    .max(MAX_SELECTED, `At most ${MAX_SELECTED} orders.`)
    .optional(),
);

/** A parameter that is one of the keys of `choices`, or missing. */
function keyOf<Key extends string>(choices: Record<Key, unknown>) {
  return z.enum(Object.keys(choices) as [Key, ...Key[]]).optional();
}

const paymentStatuses = Object.keys(paymentLabels) as PaymentStatus[];

const statuses = z.preprocess(
  inList,
  z
    .array(z.enum(['any', ...paymentStatuses]))
    .max(paymentStatuses.length + 1)
    .optional(),
);

/** The parameters that only the console's table of orders has. */
const ofTable = {
  payment: statuses.openapi({
    type: 'array',
    items: { type: 'string', enum: ['any', ...paymentStatuses] },
    description:
      'Orders with any of these; repeated, as in `payment=paid&payment=partly_refunded`.',
  }),
  fulfillment: keyOf(fulfillmentFilters),
  returns: keyOf(returnFilters),
  product: text.openapi({
    description:
      'Beginnings of words of the name and the brand of a product in the order, or the beginning of its SKU.',
  }),
  productId: z.string().min(1).max(80).optional().openapi({
    description: 'The id of a product in the order.',
  }),
  country: z
    .string()
    .regex(/^[A-Z]{2}$/, 'The code of a country, such as BD.')
    .optional(),
  tag: z.string().trim().min(1).max(LONGEST_TAG).optional().openapi({
    description: 'A whole tag; upper and lower case differ.',
  }),
  customer: z.string().min(1).max(80).optional().openapi({ description: 'The id of an account.' }),
  address: z.literal('missing').optional().openapi({
    description: 'Only orders that are still to be shipped and have no address.',
  }),
  deleted: z.literal('yes').optional().openapi({
    description: 'Only orders that were deleted from the lists, which have no others.',
  }),
};

const states = keyOf<OrderState>(orderStates);

export const orderQuery = z
  .object({
    filter: z.enum(['list', 'selection']).optional().openapi({
      description:
        '`list`: the parameters are those of the page of all orders, or of the table of orders. `selection`: only the orders of `order`.',
    }),
    order: chosen.openapi({
      type: 'array',
      items: { type: 'string' },
      maxItems: MAX_SELECTED,
      example: ['ord_01kb7v9q2ne6v8hyb2v5d3n0ha'],
    }),
    status: states,
    state: states,
    q: text,
    from: day.optional(),
    to: day.optional(),
    ...ofTable,
  })
  .refine(({ filter, order }) => filter !== 'selection' || order?.length, {
    path: ['order'],
    message: 'Please select the orders first.',
  })
  .refine(({ filter, order }) => filter === 'selection' || !order, {
    path: ['filter'],
    message: 'Orders by their ids need filter=selection.',
  })
  .refine((query) => !(query.status ?? query.state) || !namesTable(query), {
    path: ['status'],
    message: 'A status can’t be combined with the filters of the table of orders.',
  });

type OrderQuery = z.infer<typeof orderQuery>;

function namesTable(query: Partial<Record<keyof typeof ofTable, unknown>>): boolean {
  return (Object.keys(ofTable) as (keyof typeof ofTable)[]).some((name) => query[name]);
}

/** The filter of the console's table; null if none of its own parameters is there. */
export function readTableFilter(query: OrderQuery): StaffOrderFilter | null {
  if (!namesTable(query)) return null;
  const { payment = [], fulfillment = 'any', returns = 'any', q, address, deleted } = query;
  const { customer = null, country = null, tag = null, from = null, to = null } = query;
  return {
    ...EVERY_ORDER,
    ...{ fulfillment, returns, customer, country, tag, from, to },
    text: q || null,
    product: query.product || null,
    productId: query.productId ?? null,
    payment: payment.includes('any') ? [] : paymentStatuses.filter((one) => payment.includes(one)),
    missingAddress: address === 'missing',
    deleted: deleted === 'yes',
  };
}
