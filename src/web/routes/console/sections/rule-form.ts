/** The rule and the chosen products of a collection, as values of its form. */
import type { CollectionRule } from '#features/merchandising/merchandising.schema.ts';
import type { CollectionWithProducts } from '#features/merchandising/merchandising.ts';
import { counted } from '#shared/counted.ts';
import { formatMoney, toDecimalText } from '#shared/money.ts';
import { toAmountText } from '#shared/read-amount.ts';
import { joinTags, splitTags } from '#shared/tags.ts';

/** The initial values of the fields of the products. */
export function ruleFields(rule: CollectionRule | null) {
  const amount = (minor: number | null | undefined) =>
    minor === null || minor === undefined ? '' : toDecimalText(minor);
  return {
    kind: rule ? 'rule' : 'hand',
    ruleCategory: rule?.category ?? '',
    ruleTags: joinTags(rule?.tags ?? []),
    ruleMin: amount(rule?.minMinor),
    ruleMax: amount(rule?.maxMinor),
  };
}

/** The posted rule, or the posted products in their order. */
export function readContent(posted: FormData): { rule: unknown; products?: unknown } {
  const text = (name: string) => String(posted.get(name) ?? '').trim();
  if (posted.get('kind') !== 'rule') {
    // Without script the page shows the products and sends none.
    return posted.has('products')
      ? { rule: null, products: text('products').split(' ').filter(Boolean) }
      : { rule: null };
  }
  return {
    rule: {
      category: text('ruleCategory') || null,
      tags: splitTags(text('ruleTags')),
      min: toAmountText(text('ruleMin')) || null,
      max: toAmountText(text('ruleMax')) || null,
      inStock: posted.has('ruleInStock'),
    },
  };
}

/** What to say when no product fits a rule; `tags` are those in use. */
export function nothingFits(rule: CollectionRule, tags: string[]): string {
  const close = rule.tags.flatMap((tag) =>
    tags.includes(tag) ? [] : tags.filter((other) => other.toLowerCase() === tag.toLowerCase()),
  );
  const inUse = close.map((tag) => `“${tag}”`).join(', ');
  const hint = inUse && ` Tags are exact: upper and lower case differ. In use: ${inUse}.`;
  return `No product in the shop fits this rule now.${hint}`;
}

/** The products of a collection, as a sentence. */
export function describeRule({ rule, products }: CollectionWithProducts): string {
  if (!rule) return `${counted(products.length, 'product')}, chosen by hand`;
  const { category, tags, minMinor, maxMinor, inStock } = rule;
  return [
    category && `in ${category}`,
    tags.length > 0 && `with ${joinTags(tags)}`,
    minMinor !== null && `from ${formatMoney(minMinor)}`,
    maxMinor !== null && `up to ${formatMoney(maxMinor)}`,
    inStock && 'in stock',
  ]
    .filter(Boolean)
    .join(', ');
}
