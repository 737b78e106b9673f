/** The texts of bulk edits: their names, questions and results. */
import type {
  BulkEditInput,
  BulkEditPreview,
  ChangedProduct,
  sheetStatuses,
} from '#features/product-management/bulk-edit.schema.ts';
import type { BulkChange } from '#features/product-management/bulk-edit-input.schema.ts';
import { isUndo, type JobView } from '#features/staff-jobs/staff-jobs.schema.ts';
import { counted } from '#shared/counted.ts';
import { formatMoneyRange } from '#shared/money.ts';
import { ownValue } from '#shared/own-value.ts';
import { splitTags } from '#shared/tags.ts';
import { quotedTags } from '../../../components/console/quoted-tags.ts';

/** How many names a question shows. */
const NAMED = 5;

interface Words {
  /** The words of the question before and after the number of products. */
  title: [before: string, after: string];
  /** What will happen in the shop, to one product and to several. */
  consequence: [ofOne: string, ofSeveral: string];
  /** The text about products that need no change. */
  already: string;
  /** The text of the result, after the number of products. */
  done: string;
}

const both = (text: string): Words['consequence'] => [text, text];
const OTHER_TAGS_STAY: Words['consequence'] = ['Its other tags stay.', 'Their other tags stay.'];

const ofStatuses: Record<(typeof sheetStatuses)[number], Words> = {
  active: {
    title: ['Activate', ''],
    consequence: [
      'It is in the shop at once and can be bought.',
      'They are in the shop at once and can be bought.',
    ],
    already: 'active',
    done: 'activated.',
  },
  draft: {
    title: ['Set', ' to draft'],
    consequence: [
      'It leaves the shop at once and can’t be bought. Orders keep it.',
      'They leave the shop at once and can’t be bought. Orders keep them.',
    ],
    already: 'in draft',
    done: 'set to draft.',
  },
  archived: {
    title: ['Archive', ''],
    consequence: [
      'It leaves the shop and this list at once and can’t be bought. Orders keep it.',
      'They leave the shop and this list at once and can’t be bought. Orders keep them.',
    ],
    already: 'archived',
    done: 'archived.',
  },
};

export function wordsOf(change: BulkChange): Words {
  if (change.change === 'percent') {
    const { percent, to99 } = change;
    const rounded = to99 === 'yes' ? ', rounded to .99' : '';
    return {
      title: ['Change the prices of', ` by ${percent.replace(/\s*%?$/, ' %')}${rounded}`],
      consequence: both('Customers pay the new prices at once.'),
      already: 'at that price',
      done: 'changed in price.',
    };
  }
  if (change.change === 'category') {
    const { category } = change;
    return {
      title: ['Move', ` to ${category}`],
      consequence: [
        `The shop shows it in ${category} and no longer in the category it has now.`,
        `The shop shows them in ${category} and no longer in the category they have now.`,
      ],
      already: `in ${category}`,
      done: `moved to ${category}.`,
    };
  }
  if (change.change === 'tag') {
    const tags = splitTags(change.tag);
    const quoted = quotedTags(tags);
    return {
      title: [`Add the ${tags.length === 1 ? 'tag' : 'tags'} ${quoted} to`, ''],
      consequence: OTHER_TAGS_STAY,
      already: `tagged ${quoted}`,
      done: `tagged ${quoted}.`,
    };
  }
  if (change.change === 'untag') {
    const tags = splitTags(change.tag);
    const named = `${tags.length === 1 ? 'tag' : 'tags'} ${quotedTags(tags)}`;
    return {
      title: [`Remove the ${named} from`, ''],
      consequence: OTHER_TAGS_STAY,
      already: `without the ${named}`,
      done: `no longer tagged ${quotedTags(tags)}.`,
    };
  }
  if (change.change === 'renameTag') {
    const { tag, to } = change;
    return {
      title: [`Rename the tag “${tag}” to “${to}” on`, ''],
      consequence: OTHER_TAGS_STAY,
      already: `tagged “${to}”`,
      done: `now tagged “${to}” instead of “${tag}”.`,
    };
  }
  return ofStatuses[change.change];
}

/** What is said of rules, boosts and saved views that the undo of a rename left as they are. */
export function keptRulesInWords(names: readonly string[]): string[] {
  if (names.length === 0) return [];
  const quoted = quotedTags(names);
  return [
    `Left alone, because somebody changed their rules, boosts or addresses since: ${quoted}.`,
  ];
}

/** What is said of a rename that ended before it came to all products and to the rules. */
export function halfRenameInWords({ status, input, result }: JobView): string[] {
  const { change } = input as Partial<BulkEditInput>;
  const hasEnded = status === 'cancelled' || (status === 'failed' && !isUndo({ status, result }));
  if (change?.change !== 'renameTag' || !hasEnded) return [];
  const [tag, to] = [`“${change.tag}”`, `“${change.to}”`];
  return [
    `It ended early, so some products have ${to} and others still ${tag}. Rules of collections, boosts of searches and saved views still name ${tag}, and find only those. Undo it, or rename ${tag} again.`,
  ];
}

/** What a bulk edit does, without its products: 'Move to Shoes'. */
export function titleOf(change: BulkChange): string {
  return wordsOf(change)
    .title.join('')
    .replace(/ (?:to|from|on)$/, '')
    .replace(/ of by /, ' by ');
}

/** The fields of each change, which are texts. A change without an entry does not compile. */
export const fieldsOfChange = {
  active: [],
  draft: [],
  archived: [],
  category: ['category'],
  tag: ['tag'],
  untag: ['tag'],
  percent: ['percent', 'to99'],
  renameTag: ['tag', 'to'],
} as const satisfies Record<BulkChange['change'], string[]>;

/** `titleOf` the change that an entry of the audit log has in its detail; null if it has none. */
export function titleOfLogged(detail: Record<string, unknown>): string | null {
  const fields = ownValue(fieldsOfChange, String(detail.change));
  if (!fields?.every((field) => typeof detail[field] === 'string')) return null;
  return titleOf(detail as unknown as BulkChange);
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
    text: `${shown.join(', ')}${more}. ${consequence[products === 1 ? 0 : 1]}${rest}${left}`,
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
