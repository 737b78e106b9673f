/**
 * Reads the filters and sort of the console's table of orders from its address:
 * `?q=7K3M&payment=paid&payment=partly_refunded&fulfillment=to_ship&country=BD&from=2026-11-01`.
 * Unknown and broken values are ignored.
 */
import type { PaymentStatus } from '#features/orders/lists/payment-status.schema.ts';
import {
  fulfillmentFilters,
  paymentLabels,
  returnFilters,
  type StaffOrderFilter,
  type StaffOrderSort,
  staffOrderSorts,
} from '#features/orders/lists/staff-orders.schema.ts';
import { readPeriod } from './filter-ranges.ts';
import { LONGEST_TEXT, readText, readWords } from './list-text.ts';
import { choiceParam, readChoice } from './pagination.ts';
import { readTag } from './tag-param.ts';

export function readOrderSort(params: URLSearchParams): StaffOrderSort {
  return readChoice(params.get('sort'), staffOrderSorts);
}

export function readOrderFilter(params: URLSearchParams): StaffOrderFilter {
  return {
    text: readText(params),
    product: readWords(params, 'product', LONGEST_TEXT),
    productId: readId(params.get('productId'), 'prd'),
    customer: readId(params.get('customer'), 'usr'),
    payment: readPayment(params.getAll('payment')),
    fulfillment: readChoice(params.get('fulfillment'), fulfillmentFilters),
    returns: readChoice(params.get('returns'), returnFilters),
    country: readCountry(params.get('country')),
    tag: readTag(params),
    missingAddress: params.get('address') === 'missing',
    deleted: params.get('deleted') === 'yes',
    ...readPeriod(params),
  };
}

/** The parameters of an address with this filter. */
export function orderFilterParams(filter: StaffOrderFilter): URLSearchParams {
  const { text, product, productId, customer, country, tag, missingAddress } = filter;
  const { deleted, from, to } = filter;
  const params = {
    ...{ q: text, product, productId, customer, country, tag, from, to },
    fulfillment: choiceParam(filter.fulfillment, fulfillmentFilters),
    returns: choiceParam(filter.returns, returnFilters),
    address: missingAddress ? 'missing' : null,
    deleted: deleted ? 'yes' : null,
  };
  return new URLSearchParams([
    ...Object.entries(params).flatMap(([name, value]) => (value ? [[name, value]] : [])),
    ...filter.payment.map((status) => ['payment', status]),
  ]);
}

/** The days of a filter, as such parameters. */
export function dayParams({ from, to }: Pick<StaffOrderFilter, 'from' | 'to'>): URLSearchParams {
  return new URLSearchParams([...(from ? [['from', from]] : []), ...(to ? [['to', to]] : [])]);
}

/** The id of an account or of a product. A broken one fits no order. */
function readId(text: string | null, kind: 'usr' | 'prd'): string | null {
  if (!text) return null;
  return new RegExp(`^${kind}_[0-9a-z]{1,60}$`).test(text) ? text : 'unknown';
}

/** Each status once, in the order in which they are offered. */
function readPayment(values: string[]): PaymentStatus[] {
  return (Object.keys(paymentLabels) as PaymentStatus[]).filter((status) =>
    values.includes(status),
  );
}

function readCountry(text: string | null): string | null {
  return text !== null && /^[A-Z]{2}$/.test(text) ? text : null;
}

/** An order and its version as a form names them. */
export function orderValue({ id, version }: { id: string; version: number }): string {
  return `${id}.${version}`;
}

/** The orders that a form or an address names, each once; broken ones are left out. */
export function readOrderValues(
  values: FormDataEntryValue[],
  most: number,
): { id: string; version: number }[] {
  const orders = new Map<string, number>();
  for (const value of values.slice(0, most)) {
    const [, id, version] = /^(ord_[0-9a-z]{1,60})(?:\.(\d{1,9}))?$/.exec(String(value)) ?? [];
    if (id) orders.set(id, Number(version ?? 0));
  }
  return [...orders].map(([id, version]) => ({ id, version }));
}
