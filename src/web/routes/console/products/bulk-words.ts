/** The texts of bulk edits: their names, questions and results. */
import type {
  ManyChange,
  ManyPreview,
} from '#features/product-management/product-management.schema.ts';
import { counted } from '#shared/counted.ts';

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

export function wordsOf(change: ManyChange): Words {
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

/** The title and the text of the question before a bulk edit. */
export function questionOf(change: ManyChange, { changing, unchanged }: ManyPreview) {
  const { title, consequence, already } = wordsOf(change);
  const [before, after] = title;
  const more = changing.length - NAMED;
  const shown = changing.slice(0, NAMED).join(', ');
  const names = more > 0 ? `${shown} and ${more} more` : shown;
  const others = `${counted(unchanged, 'other')} ${unchanged === 1 ? 'is' : 'are'} ${already} already.`;
  const rest = unchanged > 0 ? ` ${others}` : '';
  return {
    title: `${before} ${counted(changing.length, 'product')}${after}?`,
    text: `${names}. ${consequence}${rest}`,
  };
}
