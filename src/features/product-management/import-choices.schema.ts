/** What calls and forms send for an import. */

import { z } from 'zod';
import { MAX_UNITS } from '#shared/product-limits.ts';
import {
  type ExistingChoice,
  existingChoices,
  type OtherHostChoice,
  otherHostChoices,
} from './import.schema.ts';
import { type ColumnMapping, mappedColumns } from './import-columns.schema.ts';

const columnName = z.string().trim().max(200);

/** The file's column for each of our columns. An empty one is not read. */
export const columnMapping = z.partialRecord(
  z.enum(Object.keys(mappedColumns) as [keyof typeof mappedColumns]),
  columnName,
) as z.ZodType<ColumnMapping>;

/** The units of new variants that the other shop sells without counting them. */
export const uncountedUnits = z.coerce
  .number('Please enter whole units.')
  .int('Please enter whole units.')
  .min(0, 'Please enter whole units.')
  .max(MAX_UNITS);

/** The choices of staff. The category is for new products that name no category of the shop. */
export const importChoices = z.object({
  dryRun: z.boolean(),
  category: z.string().trim().max(80).nullish(),
  existing: z.enum(Object.keys(existingChoices) as [ExistingChoice]).default('update'),
  images: z.enum(Object.keys(otherHostChoices) as [OtherHostChoice]).default('fetch'),
  mapping: columnMapping.nullish(),
  uncounted: uncountedUnits.default(0),
});

export type ImportChoicesInput = z.infer<typeof importChoices>;
