/** Lets a repeated request find the product that the first one added. */
import { inTransaction, type Tx } from '#db/client.ts';
import { AppError } from '#shared/errors.ts';
import type { Ctx } from '../context.ts';
import type { StaffProduct } from './product-management.schema.ts';
import { asRefusal, requireKnownCategory } from './refusals.ts';
import { selectStaffProduct } from './staff-product.store.ts';

/** What is compared with the product that is there already. */
interface Added {
  name: string;
  category?: string | undefined;
  price?: number | null | undefined;
}

/**
 * Adds the product with this id in one transaction, unless it is there already: returns it then.
 * Refuses a request that is for another one, because what it has would be lost.
 */
export async function addOnce<T>(
  ctx: Ctx,
  id: string,
  input: Added,
  add: (tx: Tx) => Promise<T>,
): Promise<T | StaffProduct> {
  if (input.category) await requireKnownCategory(ctx, input.category);
  const work = async (tx: Tx): Promise<T | StaffProduct> => {
    const earlier = await selectStaffProduct(tx, id);
    if (!earlier) return add(tx);
    if (isSame(earlier, input)) return earlier;
    throw new AppError(
      'invalid_request',
      `This form has added the product “${earlier.name}” already. Please open it in the list of products to change it.`,
    );
  };
  return inTransaction(ctx.db, work, { locks: [`product:${id}`] }).catch((error: unknown) => {
    throw asRefusal(error);
  });
}

function isSame(earlier: StaffProduct, { name, category = '', price = null }: Added): boolean {
  return earlier.name === name && earlier.category === category && earlier.priceMinor === price;
}
