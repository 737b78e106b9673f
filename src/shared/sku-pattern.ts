/** How an SKU is made from a pattern, for variants that have none. */
import { productSlug, slugify } from './slugify.ts';
import type { VariantOptions } from './variant-options.ts';

export const DEFAULT_SKU_PATTERN = '{slug}-{color}-{size}-{option}';

/** What stands in braces. */
const BRACES = /\{([^{}]*)\}/g;
const parts = ['slug', 'name', 'color', 'size', 'option'] as const;
type Part = (typeof parts)[number];

/** The longest SKU that is made, so that a number fits behind it. */
const LONGEST = 75;

/**
 * The SKU of a variant by a pattern such as '{slug}-{color}-{size}-{option}'. If a variant lacks a
 * value, the name is left out together with its hyphen. Empty if nothing is left.
 */
export function skuOf(
  { size, color, option }: VariantOptions,
  pattern: string,
  { slug, name }: { slug: string; name: string },
): string {
  const values: Record<Part, string> = {
    slug: slug || productSlug(name),
    name: productSlug(name),
    color: toPart(color ?? ''),
    size: toPart(size ?? ''),
    option: toPart(option ?? ''),
  };
  return (
    pattern
      .replace(BRACES, (text, name: string) => (isPart(name) ? values[name] : text))
      .replace(/([-_./ ])[-_./ ]+/g, '$1')
      .replace(/^[-_./ ]+/, '')
      .toUpperCase()
      .slice(0, LONGEST)
      // Half of a surrogate pair.
      .replace(/[\ud800-\udbff]$/, '')
      .replace(/[-_./ ]+$/, '')
  );
}

/** A repeated SKU gets a number. */
export function numberedSku(sku: string, number: number): string {
  return number === 1 ? sku : `${sku}-${number}`;
}

/** A name in braces that means nothing in a pattern; null if there is none. */
export function unknownPart(pattern: string): string | null {
  const names = [...pattern.matchAll(BRACES)].map(([, name = '']) => name);
  return names.find((name) => !isPart(name)) ?? null;
}

function isPart(name: string): name is Part {
  return parts.some((part) => part === name);
}

/** A value as a part of an SKU. A value without a Latin letter or digit keeps its own script. */
function toPart(value: string): string {
  const text = value.replace(/(\d)(\p{No})/gu, '$1-$2');
  return slugify(text, text.replace(/[^\p{L}\p{M}\p{N}]+/gu, '-'));
}
