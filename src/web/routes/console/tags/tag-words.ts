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
import { countedUpTo, upTo } from '#shared/counted.ts';
import { MOST_OF_TAG } from '#shared/tags.ts';
import { withThousands } from '#shared/thousands.ts';
import { quotedTags } from '../../../components/console/quoted-tags.ts';

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

/** Rules and boosts that name a tag: 'the rule of the collection “A” and the boosts of …'. */
function rulesInWords({ collections, searches }: TagUses): string {
  const named = (things: { name: string }[]) => quotedTags(things.map(({ name }) => name));
  const [ofOne, bySome] = [collections.length === 1, searches.length > 1];
  return [
    ...(collections.length > 0
      ? [
          `the ${ofOne ? 'rule of the collection' : 'rules of the collections'} ${named(collections)}`,
        ]
      : []),
    ...(searches.length > 0
      ? [`the boosts of the ${bySome ? 'searches' : 'search'} ${named(searches)}`]
      : []),
  ].join(' and ');
}

/** What names a tag beside its products, a sentence each. */
export function usesInWords(uses: TagUses): string[] {
  const rules = rulesInWords(uses);
  return [
    ...(rules ? [`It is named in ${rules}.`] : []),
    ...(uses.isFinalSale ? ['The return policy makes its products final sales.'] : []),
  ];
}

/** The title and the text of the question before a change of a tag on all products. */
export function questionOfTag(preview: TagChangePreview): { title: string; text: string } {
  const { tag, to, products, statuses, inTo } = preview;
  const byStatus = products > MOST_OF_TAG ? '' : ` (${inStatuses(statuses)})`;
  const have = `${countedUpTo(products, MOST_OF_TAG, 'product')} ${products === 1 ? 'has' : 'have'} it${byStatus}.`;
  const rest = to === null ? afterRemoval(preview) : afterRename(preview, to);
  const title =
    to === null
      ? `Remove “${tag}” from all products?`
      : `${inTo > 0 ? 'Merge' : 'Rename'} “${tag}” ${inTo > 0 ? 'into' : 'to'} “${to}”?`;
  const undo = 'This can be undone as one, except for products that are edited afterwards.';
  return { title, text: [have, ...rest, undo].join(' ') };
}

function afterRemoval({ uses }: TagChangePreview): string[] {
  const rules = rulesInWords(uses);
  return [
    'Their other tags stay.',
    ...(rules ? [`What stays as it is, and finds no product by this tag then: ${rules}.`] : []),
    ...(uses.isFinalSale
      ? ['The return policy makes them final sales by this tag: afterwards they are none by it.']
      : []),
  ];
}

function afterRename({ inTo, both, uses, isToFinalSale }: TagChangePreview, to: string): string[] {
  const { isFinalSale } = uses;
  const already = `${countedUpTo(inTo, MOST_OF_TAG, 'product')} ${inTo === 1 ? 'has' : 'have'} “${to}” already`;
  const rules = rulesInWords(uses);
  return [
    ...(inTo > 0 ? [`${already}, ${upTo(both, MOST_OF_TAG)} of them both.`] : []),
    ...(rules ? [`Then “${to}” is also named in ${rules}.`] : []),
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
