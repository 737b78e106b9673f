/** The texts of pages about an import, and the values of its forms. */

import {
  type ExistingChoice,
  existingChoices,
  type ImportResult,
  type OtherHostChoice,
  otherHostChoices,
} from '#features/product-management/import.schema.ts';
import {
  type ColumnMapping,
  mappedColumns,
} from '#features/product-management/import-columns.schema.ts';
import type { JobView } from '#features/staff-jobs/staff-jobs.schema.ts';
import { counted } from '#shared/counted.ts';
import { AppError } from '#shared/errors.ts';
import { MAX_UNITS } from '#shared/product-limits.ts';
import { withThousands } from '#shared/thousands.ts';
import { notReached, undoSummary } from '../../../components/console/job/undo-words.ts';
import { readWhole } from '../../../components/console/sheet/cell-text.ts';
import { readChoice } from '../../../pagination.ts';

/** The id of the choices of columns on the page of a check. A link to it opens them. */
export const CHOICES = 'import-choices';

/** The label of the choice of `otherHostChoices`. */
export const IMAGES_LABEL = 'Images on other hosts';

export const CATEGORY_LABEL = 'Category of new products without one';

export const UNCOUNTED_LABEL = 'Units of new goods without counted stock';

/** The choices of a posted form. */
export function readChoices(form: FormData): {
  category: string;
  existing: ExistingChoice;
  images: OtherHostChoice;
  uncounted: number;
} {
  const text = (name: string) => {
    const value = form.get(name);
    return typeof value === 'string' ? value : null;
  };
  return {
    category: readCategory(text('category') ?? ''),
    existing: readChoice(text('existing'), existingChoices),
    images: readChoice(text('images'), otherHostChoices),
    uncounted: readUnits(text('uncounted') ?? ''),
  };
}

/** Without a choice, a call takes the first category; people are asked for one. */
function readCategory(name: string): string {
  if (name !== '') return name;
  throw new AppError('invalid_request', `${CATEGORY_LABEL}: Please choose.`);
}

function readUnits(text: string): number {
  const units = Number(readWhole(text) ?? text);
  if (Number.isInteger(units) && units >= 0 && units <= MAX_UNITS) return units;
  throw new AppError('invalid_request', `${UNCOUNTED_LABEL}: Please enter whole units.`);
}

/**
 * The columns that a posted form chooses. Each field is `column` and the position of our column.
 */
export function readMapping(form: FormData): ColumnMapping {
  return Object.fromEntries(
    Object.keys(mappedColumns).flatMap((column, index) => {
      const chosen = form.get(fieldOf(index));
      return typeof chosen === 'string' ? [[column, chosen]] : [];
    }),
  );
}

/** The name of a column's field. It has the position, because names of columns contain spaces. */
export function fieldOf(index: number): string {
  return `column${index}`;
}

/** What a job found or did, on one line. */
export function summaryOf(job: JobView): string {
  const { status, result, problemCount, failure } = job;
  if (failure !== null) return failure;
  const undone = undoSummary({ status, result }, 'product');
  if (undone !== null) return undone;
  const { added = 0, changed = 0, unchanged = 0 } = result as Partial<ImportResult>;
  const parts = [
    `${withThousands(added)} new`,
    `${withThousands(changed)} changed`,
    `${withThousands(unchanged)} unchanged`,
    counted(problemCount, 'problem'),
  ];
  const left = notReached(job);
  if (left > 0) parts.push(`${withThousands(left)} left out by the cancellation`);
  return parts.join(', ');
}
