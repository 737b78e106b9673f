import { rebuildIndex, refillEngine } from '#features/catalog/catalog.ts';
import { withThousands } from '#shared/thousands.ts';
import { withShop } from './with-shop.ts';

// npm run search:rebuild: writes the search index again while the shop goes on, and adds indexes
// for extensions of PostgreSQL that were missing before. Use it when the index is outdated after a
// restore, or after an extension was installed. An engine outside of the shop gets every product
// again, too.

/** Products between two lines of progress. */
const STEP = 10_000;

await withShop(async (ctx, database) => {
  await rebuildIndex(ctx, database, progress(''));
  console.log('The search index is complete.');
  if (ctx.search) {
    await refillEngine(ctx, database, progress(' sent'));
    console.log(`Typesense at ${ctx.search.where} has every product.`);
  }
  return 0;
});

function progress(ended: string): (done: number, total: number) => void {
  let said = 0;
  return (done, total) => {
    if (done < said + STEP && done < total) return;
    said = done;
    console.log(`${withThousands(done)} of ${withThousands(total)} products${ended}`);
  };
}
