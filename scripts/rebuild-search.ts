import { rebuildIndex } from '#features/catalog/catalog.ts';
import { withThousands } from '#shared/thousands.ts';
import { withShop } from './with-shop.ts';

// npm run search:rebuild: writes the search index again while the shop goes on, and adds indexes
// for extensions of PostgreSQL that were missing before. Use it when the index is outdated after a
// restore, or after an extension was installed.

/** Products between two lines of progress. */
const STEP = 10_000;

await withShop(async (ctx, database) => {
  let said = 0;
  await rebuildIndex(ctx, database, (done, total) => {
    if (done < said + STEP && done < total) return;
    said = done;
    console.log(`${withThousands(done)} of ${withThousands(total)} products`);
  });
  console.log('The search index is complete.');
  return 0;
});
