/** The words of the page of a job: a bulk edit changes products, a stock count variants. */
import type { BulkEditInput } from '#features/product-management/bulk-edit.schema.ts';
import type { JobKind } from '#features/staff-jobs/staff-jobs.schema.ts';
import { titleOf } from '../products/bulk-words.ts';

interface JobWords {
  /** What the job is, such as 'Bulk edit'. */
  name: string;
  thing: 'product' | 'variant';
  /** The path of the pages of these things. */
  page: '/admin/products' | '/admin/stock';
  undo: { label: string; title: string; description: string };
}

const OF_EDIT: JobWords = {
  name: 'Bulk edit',
  thing: 'product',
  page: '/admin/products',
  undo: {
    label: 'Undo bulk edit',
    title: 'Undo this bulk edit?',
    description:
      'Its products get their earlier values back. If a product was sold since, only the units that the bulk edit added are removed from its stock. Products that were edited since stay as they are, and are listed.',
  },
};

const OF_COUNT: JobWords = {
  name: 'Stock count',
  thing: 'variant',
  page: '/admin/stock',
  undo: {
    label: 'Undo stock count',
    title: 'Undo this stock count?',
    description:
      'The units that it added are removed from the stock, and those that it removed are added again. What was sold since stays sold. Variants whose stock was changed since stay as they are, and are listed.',
  },
};

export function wordsOfJob(kind: JobKind): JobWords {
  return kind === 'stockCount' ? OF_COUNT : OF_EDIT;
}

/** What a job does, such as 'Archive' or 'In a sheet'. */
export function whatOf(kind: JobKind, input: Pick<BulkEditInput, 'change'>): string {
  if (kind === 'stockCount') return OF_COUNT.name;
  return input.change ? titleOf(input.change) : 'In a sheet';
}
