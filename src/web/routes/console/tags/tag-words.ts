/** The words of the page of tags, and of the question before a change of one. */

import {
  type ProductStatus,
  productStatusLabels,
} from '#features/product-management/product-status.schema.ts';
import type {
  ProductsByStatus,
  TagChangePreview,
  TagUses,
} from '#features/product-management/product-tags.schema.ts';
import { counted } from '#shared/counted.ts';
import { withThousands } from '#shared/thousands.ts';

/** '8 active, 4 archived'. */
export function inStatuses(statuses: ProductsByStatus): string {
  return (Object.keys(productStatusLabels) as ProductStatus[])
    .filter((status) => statuses[status])
    .map(
      (status) =>
        `${withThousands(statuses[status] ?? 0)} ${productStatusLabels[status].toLowerCase()}`,
    )
    .join(', ');
}

/** Names in a sentence: '“A” and “B”'. */
function named(things: { name: string }[]): string {
  return new Intl.ListFormat('en').format(things.map(({ name }) => `“${name}”`));
}

/** What names a tag beside its products, a sentence each. */
export function usesInWords({ collections, searches, isFinalSale }: TagUses): string[] {
  return [
    ...(collections.length > 0 ? [`In the rules of the collections ${named(collections)}.`] : []),
    ...(searches.length > 0 ? [`In boosts of the searches ${named(searches)}.`] : []),
    ...(isFinalSale ? ['The return policy makes its products final sales.'] : []),
  ];
}

/** The title and the text of the question before a change of a tag on all products. */
export function questionOfTag(preview: TagChangePreview): { title: string; text: string } {
  const { tag, to, products, statuses, inTo } = preview;
  const have = `${counted(products, 'product')} ${products === 1 ? 'has' : 'have'} it (${inStatuses(statuses)}).`;
  const rest = to === null ? afterRemoval(preview) : afterRename(preview, to);
  const title =
    to === null
      ? `Remove “${tag}” from all products?`
      : `${inTo > 0 ? 'Merge' : 'Rename'} “${tag}” ${inTo > 0 ? 'into' : 'to'} “${to}”?`;
  const undo = 'This can be undone as one, except for products that are edited afterwards.';
  return { title, text: [have, ...rest, undo].join(' ') };
}

function afterRemoval({
  uses: { collections, searches, isFinalSale },
}: TagChangePreview): string[] {
  return [
    'Their other tags stay.',
    ...(collections.length > 0
      ? [`The rules of the collections ${named(collections)} stay, and find no product by it then.`]
      : []),
    ...(searches.length > 0
      ? [`Its boosts in the searches ${named(searches)} stay, without effect.`]
      : []),
    ...(isFinalSale
      ? ['The return policy makes them final sales by this tag: afterwards they are none by it.']
      : []),
  ];
}

function afterRename({ inTo, both, uses, isToFinalSale }: TagChangePreview, to: string): string[] {
  const { collections, searches, isFinalSale } = uses;
  const already = `${counted(inTo, 'product')} ${inTo === 1 ? 'has' : 'have'} “${to}” already`;
  const follow = [
    ...(collections.length > 0 ? [`the rules of the collections ${named(collections)}`] : []),
    ...(searches.length > 0 ? [`the boosts of the searches ${named(searches)}`] : []),
  ].join(' and ');
  return [
    ...(inTo > 0 ? [`${already}, ${withThousands(both)} of them both.`] : []),
    ...(follow ? [`Then ${follow} name “${to}”.`] : []),
    ...(isFinalSale && !isToFinalSale
      ? [
          `The return policy makes them final sales by this tag, and stays as it is: add “${to}” to it first, or customers can return them.`,
        ]
      : []),
    ...(!isFinalSale && isToFinalSale
      ? [`The return policy makes products with “${to}” final sales, so they become final sales.`]
      : []),
  ];
}
