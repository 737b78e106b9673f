import type { Executor } from '#db/client.ts';
import { selectEditedProducts } from '../staff-product.store.ts';

/** How many products are read at a time. A product may have 2,000 variants. */
const AT_ONCE = 200;

/** These products in the given order, some at a time. One that no longer exists is undefined. */
export async function* readProducts(db: Executor, ids: string[]) {
  for (let from = 0; from < ids.length; from += AT_ONCE) {
    const some = ids.slice(from, from + AT_ONCE);
    const records = await selectEditedProducts(db, some);
    yield some.map((id) => ({ id, product: records.get(id) }));
  }
}
