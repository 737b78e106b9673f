import { numberedSku, skuOf } from '#shared/sku-pattern.ts';
import type { Row } from './draft.ts';

/** Gives each row without an SKU one that is made from a pattern. A repeated SKU gets a number. */
export function fillSkus(
  rows: Row[],
  pattern: string,
  product: { slug: string; name: string },
): Row[] {
  const taken = new Set(rows.map(({ sku }) => sku));
  return rows.map((row) => {
    if (row.sku !== '' || row.archived) return row;
    const sku = freeSku(skuOf(row, pattern, product), taken);
    taken.add(sku);
    return sku === '' ? row : { ...row, sku };
  });
}

function freeSku(wanted: string, taken: Set<string>): string {
  let number = 1;
  while (taken.has(numberedSku(wanted, number)) && wanted !== '') number += 1;
  return numberedSku(wanted, number);
}
