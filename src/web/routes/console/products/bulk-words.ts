/** The texts of bulk edits: their names, questions and results. */
import type {
  BulkEditPreview,
  ChangedProduct,
} from '#features/product-management/bulk-edit.schema.ts';
import type { BulkChange } from '#features/product-management/bulk-edit-input.schema.ts';
import { counted } from '#shared/counted.ts';
import { formatMoneyRange } from '#shared/money.ts';

/** How many names a question shows. */
const NAMED = 5;

interface Words {
  /** The words of the question before and after the number of products. */
  title: [before: string, after: string];
  /** What will happen in the shop. */
  consequence: string;
  /** The text about products that need no change. */
  already: string;
  /** The text of the result, after the number of products. */
  done: string;
}

export function wordsOf(change: BulkChange): Words {
  if (change.change === 'percent') {
    const { percent, to99 } = change;
    const rounded = to99 === 'yes' ? ', rounded to .99' : '';
    return {
      title: ['Change the prices of', ` by ${percent.replace(/\s*%?$/, ' %')}${rounded}`],
      consequence: 'Customers pay the new prices at once.',
      already: 'at that price',
      done: 'changed in price.',
    };
  }
  if (change.change === 'category') {
    const { category } = change;
    return {
      title: ['Move', ` to ${category}`],
      consequence: `The shop shows them in ${category} and no longer in the category they have now.`,
      already: `in ${category}`,
      done: `moved to ${category}.`,
    };
  }
  if (change.change === 'tag') {
    const { tag } = change;
    return {
      title: [`Add the tag “${tag}” to`, ''],
      consequence: 'Their other tags stay.',
      already: `tagged “${tag}”`,
      done: `tagged “${tag}”.`,
    };
  }
  if (change.change === 'untag') {
    const { tag } = change;
    return {
      title: [`Remove the tag “${tag}” from`, ''],
      consequence: 'Their other tags stay.',
      already: `without the tag “${tag}”`,
      done: `no longer tagged “${tag}”.`,
    };
  }
  return {
    active: {
      title: ['Activate', ''] as [string, string],
      consequence: 'They are in the shop at once and can be bought.',
      already: 'active',
      done: 'activated.',
    },
    draft: {
      title: ['Set', ' to draft'] as [string, string],
      consequence: 'They leave the shop at once and can’t be bought. Orders keep them.',
      already: 'in draft',
      done: 'set to draft.',
    },
    archived: {
      title: ['Archive', ''] as [string, string],
      consequence:
        'They leave the shop and this list at once and can’t be bought. Orders keep them.',
      already: 'archived',
      done: 'archived.',
    },
  }[change.change];
}

/** What a bulk edit does, without its products: 'Move to Shoes'. */
export function titleOf(change: BulkChange): string {
  return wordsOf(change)
    .title.join('')
    .replace(/ (?:to|from)$/, '')
    .replace(/ of by /, ' by ');
}

/** The title and the text of the question before a bulk edit. */
export function questionOf(
  change: BulkChange,
  {
    products,
    unchanged,
    leftOut,
    problems,
    listed,
  }: BulkEditPreview & {
    listed: ChangedProduct[];
  },
) {
  const { title, consequence, already } = wordsOf(change);
  const [before, after] = title;
  const shown = listed.slice(0, NAMED).map(exampleOf);
  const more = products > shown.length ? ' and more' : '';
  const others = `${counted(unchanged, 'other')} ${unchanged === 1 ? 'is' : 'are'} ${already} already.`;
  const rest = unchanged > 0 ? ` ${others}` : '';
  const [first] = problems;
  const left = first
    ? ` ${counted(leftOut, 'product')} left out, such as ${first.name}: ${first.reason}`
    : '';
  return {
    title: `${before} ${counted(products, 'product')}${after}?`,
    text: `${shown.join(', ')}${more}. ${consequence}${rest}${left}`,
  };
}

function exampleOf(product: ChangedProduct): string {
  const { name, before, after } = listedProduct(product);
  return before === null ? name : `${name}: ${before} → ${after}`;
}

/** A product in the list of a question. The prices are null where each gets the same. */
export interface ListedProduct {
  name: string;
  before: string | null;
  after: string | null;
}

/** A product as the question lists it: its prices as '$29.00–32.00' where those of variants differ. */
export function listedProduct({ name, prices }: ChangedProduct): ListedProduct {
  if (!prices) return { name, before: null, after: null };
  const [before, after] = [prices.before, prices.after].map(({ lowMinor, highMinor }) =>
    formatMoneyRange(lowMinor, highMinor),
  );
  return { name, before: before ?? null, after: after ?? null };
}
