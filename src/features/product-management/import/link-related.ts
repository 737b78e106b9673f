/** Relates the products that a file added to others. Runs when all of the file are in the shop. */
import { slugify } from '#shared/slug.ts';
import type { Ctx } from '../../context.ts';
import type { CsvSource } from './csv-file.ts';
import { insertRelated, type RelatedSlugs } from './import.store.ts';
import { readProductCsv } from './read-csv.ts';

/** Relations in one statement. */
const BATCH = 2_000;

/** `firstId` is the least id of the products that the file added. */
export async function linkRelated(ctx: Ctx, open: CsvSource, firstId: string): Promise<void> {
  let rows: RelatedSlugs[] = [];
  for await (const item of readProductCsv(open)) {
    if (!('product' in item)) continue;
    const { handle, relatedHandles } = item.product;
    const related = [...new Set(relatedHandles.map(slugify))];
    rows.push(
      ...related.map((one, position) => ({ slug: slugify(handle), related: one, position })),
    );
    if (rows.length < BATCH) continue;
    await insertRelated(ctx.db, firstId, rows);
    rows = [];
  }
  if (rows.length > 0) await insertRelated(ctx.db, firstId, rows);
}
