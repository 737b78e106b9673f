/** The columns that staff chose for an earlier file with the same heading. */
import type { Ctx } from '../../context.ts';
import type { ColumnsFrom } from '../import.schema.ts';
import {
  type ColumnMapping,
  detectDialect,
  guessMapping,
  isSameMapping,
} from '../import-columns.schema.ts';
import { selectImportWithHeading } from './import.store.ts';

/** A mapping, and the import that it is from. */
interface EarlierColumns {
  mapping: ColumnMapping;
  from: ColumnsFrom;
}

/**
 * The mapping of the newest import of a file with these columns, in any order: a mapping names them,
 * so their places do not matter. Null if there was none, or that import read the file as it is
 * detected. Null for the kinds of files that the shop knows, too: all their files have one heading,
 * and what was left out of one is no rule for the next.
 */
export async function findEarlierColumns(
  ctx: Ctx,
  header: string[],
): Promise<EarlierColumns | null> {
  const dialect = detectDialect(header);
  if (dialect !== 'other' || header.length === 0) return null;
  const earlier = await selectImportWithHeading(ctx.db, header);
  if (!earlier || isSameMapping(earlier.mapping, guessMapping(header, dialect))) return null;
  const { mapping, fileName, startedAt } = earlier;
  return { mapping, from: { fileName, startedAt: startedAt.toISOString() } };
}
