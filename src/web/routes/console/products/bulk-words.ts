/** The texts of bulk edits: their names, questions and results. */
import type {
  BulkEditPreview,
  SheetChange,
} from '#features/product-management/bulk-edit.schema.ts';
import type { BulkChange } from '#features/product-management/bulk-edit-input.schema.ts';
import { counted } from '#shared/counted.ts';
import { formatMoney } from '#shared/money.ts';

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
    .replace(/ to$/, '')
    .replace(/ of by /, ' by ');
}

/** The title and the text of the question before a bulk edit. */
export function questionOf(
  change: BulkChange,
  { products, unchanged, leftOut, changes, problems }: BulkEditPreview,
) {
  const { title, consequence, already } = wordsOf(change);
  const [before, after] = title;
  const shown = [...new Set(changes.map((one) => exampleOf(change, one)))].slice(0, NAMED);
  const things = change.change === 'percent' ? changes.length : products;
  const more = things > shown.length ? ' and more' : '';
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

function exampleOf(change: BulkChange, one: SheetChange): string {
  const { what, before, after } = listedChange(change, one);
  return before === null ? one.name : `${what} ${before} → ${after}`;
}

/** A change in the list of all changes of a question. */
export interface ListedChange {
  what: string;
  /** Null where each product gets the same, whatever it has now. */
  before: string | null;
  after: string | null;
}

/** The most changes that a question lists. The page of the bulk edit lists all that were made. */
const LISTED = 500;

/** The changes that the question lists on request. */
export function listedChanges(change: BulkChange, { changes }: BulkEditPreview): ListedChange[] {
  return changes.slice(0, LISTED).map((one) => listedChange(change, one));
}

function listedChange({ change }: BulkChange, { name, sku, before, after }: SheetChange) {
  if (change !== 'percent') return { what: name, before: null, after: null };
  const [was, becomes] = [before, after].map((minor) => formatMoney(Number(minor)));
  return { what: sku ?? name, before: was ?? null, after: becomes ?? null };
}
