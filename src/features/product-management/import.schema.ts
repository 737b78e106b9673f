// For browsers, so it imports no zod.

import type { ColumnMapping, CsvDialect } from './import-columns.schema.ts';
import { mappedColumns } from './import-columns.schema.ts';
/** What staff choose for an import, and what its job says of it. */
import type { ProductCsvColumn } from './product-csv.schema.ts';

/** What becomes of products that the shop has already. */
export const existingChoices = {
  update: 'Change them as the file says',
  leave: 'Leave them as they are',
} as const;

export type ExistingChoice = keyof typeof existingChoices;

/** The `input` of an import's job. */
export interface ImportInput {
  fileName: string;
  dialect: CsvDialect;
  /** The columns of the file. */
  header: string[];
  mapping: ColumnMapping;
  category: string;
  existing: ExistingChoice;
  dryRun: boolean;
}

/** The `result` of an import's job. */
export interface ImportResult {
  phase: 'checking' | 'products' | 'images';
  added: number;
  changed: number;
  variants: number;
  unchanged: number;
  uncategorised: number;
  refused: number;
  /** Products whose images are to be fetched, and those whose images were. */
  toFetch: number;
  fetched: number;
  /** For an undo: products that it took back, and those that it left as they are. */
  takenBack?: number;
  kept?: number;
}

/** The columns that people choose, in order. */
export const columnChoices = Object.entries(mappedColumns).map(([column, { label }]) => ({
  column: column as ProductCsvColumn,
  label,
}));
