/** The sorts of products as a plain scan in memory makes them. */
import { productSorts, sortOrders } from '#features/catalog/product-list.schema.ts';

type Sort = keyof typeof productSorts;

export const sorts = Object.keys(productSorts) as Sort[];

const compare = (a: string | number, b: string | number) => (a < b ? -1 : a > b ? 1 : 0);

/** Rows with equal values are in the order of their ids, in the direction of the sort. */
export function orderOf<Row extends { id: string }>(
  sort: Sort,
  values: Record<(typeof sortOrders)[Sort]['by'], (row: Row) => string | number>,
): (a: Row, b: Row) => number {
  const { by, down } = sortOrders[sort];
  const value = values[by];
  const up = (a: Row, b: Row) => compare(value(a), value(b)) || compare(a.id, b.id);
  return down ? (a, b) => up(b, a) : up;
}
