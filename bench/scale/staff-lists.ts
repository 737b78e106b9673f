/** The lists of staff: each table with each filter and sort, its last page, and a text without hits. */

import { customerSorts } from '#features/customers/customers.schema.ts';
import { stockFilters, stockSorts } from '#features/inventory/stock-list.schema.ts';
import { ownerFilters } from '#features/open-carts/open-carts.schema.ts';
import { orderSorts, orderStates } from '#features/orders/lists/order-list.schema.ts';
import {
  fulfillmentFilters,
  paymentLabels,
  returnFilters,
  staffOrderSorts,
} from '#features/orders/lists/staff-orders.schema.ts';
import { productStatusLabels } from '#features/product-management/product-status.schema.ts';
import { staffSorts, stockLevels } from '#features/product-management/staff-list.schema.ts';
import { salesPeriods } from '#features/sales-reports/sales-reports.schema.ts';
import { reportPeriods } from '#features/search-reports/search-reports.schema.ts';
import { encodeCursor } from '#shared/cursor.ts';
import { JOB } from '../../scripts/generate/order-rows.ts';
import { GENERATED_JOBS } from '../../scripts/generate/other-rows.ts';
import { type Asked, each, LIST_MS, type Sample } from './asked.ts';

/** No product, order or customer has this word. */
const NOTHING = 'qxzzy';
const list = (what: string, ...paths: string[]): Asked => ({ what, paths, mostMs: LIST_MS });
const keysOf = <Key extends string>(choices: Record<Key, unknown>) => Object.keys(choices) as Key[];

/** A page near the end of a list that is sorted by time. */
const lastPage = ({ oldest }: Sample, ...sort: string[]) =>
  encodeCursor([...sort, new Date(oldest.getTime() + 86_400_000).toISOString(), '~']);

export function staffLists(sample: Sample): Asked[] {
  return [
    ...productLists(sample),
    ...orderLists(sample),
    ...orderSearches(sample),
    ...customerLists(sample),
    ...cartLists(sample),
    ...stockLists(sample),
    ...olderLists(sample),
    ...otherLists(sample),
  ];
}

function productLists(sample: Sample): Asked[] {
  const at = (query: string) => `/admin/products?${query}`;
  return [
    list(
      'console, products, each sort',
      ...each(keysOf(staffSorts), (sort) => at(`sort=${sort}`)),
      at(`sort=newest&after=${lastPage(sample, 'newest')}`),
    ),
    list(
      'console, products by status',
      ...each(keysOf(productStatusLabels), (status) => at(`status=${status}&sort=name`)),
    ),
    list(
      'console, products by stock',
      ...each(keysOf(stockLevels), (stock) => at(`stock=${stock}`)),
      at('stock=out&category=Shoes&sort=name'),
    ),
    list(
      'console, products by category, tag, price and image',
      at('category=Full+Set&sort=name'),
      at('tag=travel&sort=price-up'),
      at('tag=nosuchtag'),
      at('min=20&max=22&sort=name'),
      at('min=100000'),
      at('image=missing'),
    ),
    list('console, search of products', at('q=skye'), at('q=G-000'), at(`q=${NOTHING}`)),
    list('console, the sheet of products', '/admin/products/sheet?q=G-000&sort=name'),
    list(
      'console, all rows of a part of the sheet',
      '/admin/products/sheet/rows.data?q=G-000&sort=name',
    ),
    list('console, a product', ...each(sample.products, ({ _id }) => `/admin/products/${_id}`)),
  ];
}

function orderLists(sample: Sample): Asked[] {
  const at = (query: string) => `/admin/orders?${query}`;
  return [
    list(
      'console, orders, each sort',
      ...each(keysOf(staffOrderSorts), (sort) => at(`sort=${sort}`)),
      at(`after=${lastPage(sample, 'newest')}`),
    ),
    list(
      'console, orders by payment',
      ...each(keysOf(paymentLabels), (payment) => at(`payment=${payment}`)),
      ...each(keysOf(paymentLabels), (payment) => at(`payment=${payment}&sort=oldest`)),
      at('payment=paid&payment=partly_refunded'),
      at('payment=unpaid&payment=partly_refunded&payment=refunded'),
    ),
    list(
      'console, orders by fulfillment',
      ...each(keysOf(fulfillmentFilters), (fulfillment) => at(`fulfillment=${fulfillment}`)),
    ),
    list(
      'console, orders to ship',
      at('fulfillment=to_ship'),
      at('fulfillment=to_ship&sort=oldest'),
    ),
    list(
      'console, orders by return',
      ...each(keysOf(returnFilters), (returns) => at(`returns=${returns}`)),
    ),
    list(
      'console, orders by country, tag, address and day',
      ...each(['BD', 'DE', 'ZW'], (country) => at(`country=${country}`)),
      at('tag=nosuchtag'),
      at('address=missing'),
      at(`from=${dayOf(sample)}&to=${dayOf(sample)}&sort=oldest`),
    ),
    list(
      'console, orders with a tag',
      at('tag=gift'),
      at('tag=gift&sort=oldest'),
      at('tag=wholesale'),
    ),
    list('console, an order', `/admin/orders/${sample.orderId}`),
    list('console, a packing slip', `/admin/orders/print?order=${sample.orderId}`),
  ];
}

function orderSearches(sample: Sample): Asked[] {
  const at = (query: string) => `/admin/orders?${query}`;
  return [
    list(
      'console, search of orders',
      ...each(
        ['smith', 'sam', 'smith.1', 'G-000', 'G777', '01712345678', '4321', NOTHING],
        (text) => at(`q=${text}`),
      ),
    ),
    list(
      'console, orders by the beginning of a phone number',
      ...each(['%2B88017', '0171'], (text) => at(`q=${text}`)),
    ),
    list(
      'console, orders by product',
      ...each(['shirt', 'linen jacket', 'G-000', NOTHING], (text) => at(`product=${text}`)),
      ...each(sample.products.slice(0, 2), ({ _id }) => at(`productId=${_id}`)),
    ),
    list(
      'console, orders of the most popular product',
      at(`productId=${sample.popularId}`),
      at(`productId=${sample.popularId}&sort=oldest`),
    ),
    list('console, orders by product and name', at('product=shirt&q=smith')),
    list(
      'console, orders by several filters',
      at('country=DE&tag=gift&payment=refunded'),
      at('country=DE&payment=refunded'),
      at('country=DE&q=smith'),
      at('country=DE&fulfillment=to_ship&sort=oldest'),
      at('product=shirt&fulfillment=to_ship'),
      at(`productId=${sample.popularId}&country=DE`),
    ),
  ];
}

const dayOf = ({ oldest }: Sample) => oldest.toISOString().slice(0, 10);

function customerLists({ customerId }: Sample): Asked[] {
  const at = (query: string) => `/admin/customers?${query}`;
  return [
    list(
      'console, customers, each sort',
      ...each(keysOf(customerSorts), (sort) => at(`sort=${sort}`)),
      at(`sort=email&after=${encodeCursor(['email', 'zara.weber'])}`),
    ),
    list(
      'console, search of customers',
      ...each(['smith', 'sam', 'smith.1', NOTHING], (text) => at(`q=${text}`)),
    ),
    list('console, a customer', `/admin/customers/${customerId}`),
    list('console, orders of a customer', `/admin/orders?customer=${customerId}&payment=paid`),
  ];
}

function cartLists(sample: Sample): Asked[] {
  const at = (query: string) => `/admin/carts?${query}`;
  return [
    list(
      'console, carts, of everyone, customers and guests',
      ...each(keysOf(ownerFilters), (owner) => at(`owner=${owner}`)),
      at(`after=${lastPage(sample, 'used')}`),
    ),
    list(
      'console, search of carts',
      ...each(['smith', 'sam', 'smith.1', NOTHING], (text) => at(`q=${text}`)),
    ),
  ];
}

function stockLists(sample: Sample): Asked[] {
  const at = (query: string) => `/admin/stock?${query}`;
  return [
    list(
      'console, stock, each filter and sort',
      ...keysOf(stockFilters).flatMap((stock) =>
        each(keysOf(stockSorts), (sort) => at(`stock=${stock}&sort=${sort}`)),
      ),
      at('category=Full+Set&stock=low'),
    ),
    list('console, search of stock', at('q=G-0'), at('q=linen'), at(`q=${NOTHING}`)),
    list('console, a scanned code', at(`scan=${NOTHING}`)),
    list('console, movements of a variant', `/admin/stock/${sample.variantId}`),
  ];
}

function olderLists(sample: Sample): Asked[] {
  return [
    list(
      'All Orders, each state and sort',
      ...keysOf(orderStates).flatMap((state) =>
        each(keysOf(orderSorts), (sort) => `/AllOrders?state=${state}&sort=${sort}`),
      ),
    ),
    list(
      'All Orders, search',
      ...each(['smith', 'sam', 'smith.1', NOTHING], (text) => `/AllOrders?q=${text}`),
    ),
    list(
      'Manage All Products',
      '/manageAllProducts',
      '/manageAllProducts?category=Shoes&sort=name',
    ),
    list(
      'Manage All Products, search',
      '/manageAllProducts?q=linen',
      `/manageAllProducts?q=${NOTHING}`,
    ),
    list('emails', '/admin/emails', '/admin/emails?list=waiting', '/admin/emails?list=previews'),
    list('payment problems', '/admin/payment-problems', '/admin/payment-problems?list=payments'),
    list('a refund', `/refundOrder/${sample.orderId}`),
    list('admins', '/makeAdmin'),
    list('status', '/admin/status'),
  ];
}

function otherLists(_: Sample): Asked[] {
  return [
    list('console, overview', '/admin'),
    list('console, categories and collections', '/admin/categories', '/admin/collections'),
    list('console, a category', '/admin/categories/Shoes'),
    list('console, imports and bulk edits', '/admin/imports', '/admin/bulk-edits'),
    list('console, an import', `/admin/imports/${GENERATED_JOBS.import}`),
    list('console, a bulk edit', `/admin/bulk-edits/${GENERATED_JOBS.bulkEdit}`),
    ...reportPeriods.map((days) =>
      list(`console, searches of ${days} days`, `/admin/searches?days=${days}`),
    ),
    list('console, sales', ...salesPeriods.map((days) => `/admin/sales?days=${days}`)),
    list(
      'console, audit log',
      ...each(
        [
          'who=',
          'area=order',
          'area=taxes',
          `who=${JOB}`,
          `of=${NOTHING}`,
          'to=2026-01-31',
          `after=${encodeCursor(['newest', '2026-02-01T00:00:00.000Z', '40'])}`,
        ],
        (query) => `/admin/audit-log?${query}`,
      ),
    ),
    list('console, popular searches', '/admin/searches/popular'),
    list('console, tags', '/admin/tags', '/admin/tags?q=s', '/admin/tags?tag=travel'),
    list('console, pins and synonyms', '/admin/searches/pins', '/admin/synonyms'),
    list(
      'console, command palette',
      ...each(['linen', 'G-00', 'smith', NOTHING], (text) => `/admin/search.data?q=${text}`),
    ),
  ];
}
