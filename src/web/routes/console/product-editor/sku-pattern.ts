import { slugify } from '#shared/slugify.ts';
import type { Row, Values } from './draft.ts';

/** The names that a pattern may contain. */
const PART = /\{(slug|name|color|size|option)\}/g;

/**
 * Gives each row without an SKU one that is made from a pattern such as
 * '{slug}-{color}-{size}-{option}'. If a variant lacks a value, the name is left out together with
 * its hyphen. A repeated SKU gets a number.
 */
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

/** The SKU of a variant by a pattern. */
export function skuOf(
  row: Values,
  pattern: string,
  { slug, name }: { slug: string; name: string },
): string {
  const values = { slug: slug || slugify(name), name: slugify(name), ...optionsOf(row) };
  return pattern
    .replace(PART, (_, part: keyof typeof values) => values[part])
    .replace(/([-_./ ])[-_./ ]+/g, '$1')
    .replace(/^[-_./ ]+|[-_./ ]+$/g, '')
    .toUpperCase()
    .slice(0, 76);
}

function optionsOf({ size, color, option }: Values) {
  return { color: toPart(color), size: toPart(size), option: toPart(option) };
}

/** A value as a part of an SKU. A value without a Latin letter or digit keeps its own script. */
function toPart(value: string): string {
  const text = value.replace(/(\d)(\p{No})/gu, '$1-$2');
  const isLatin = /[a-z0-9]/i.test(text.normalize('NFKD'));
  return isLatin ? slugify(text) : text.replace(/[^\p{L}\p{M}\p{N}]+/gu, '-');
}

function freeSku(wanted: string, taken: Set<string>): string {
  if (!taken.has(wanted)) return wanted;
  let number = 2;
  while (taken.has(`${wanted}-${number}`)) number += 1;
  return `${wanted}-${number}`;
}
