import { eq, inArray } from 'drizzle-orm';
import type { Executor } from '#db/client.ts';
import { users } from '../accounts/accounts.table.ts';
import { variants } from '../catalog/catalog.table.ts';

/** The variants of these products, whether they are on sale or were. */
export function resolveVariants(db: Executor, productIds: string[]) {
  return db
    .select({
      variantId: variants.id,
      productId: variants.productId,
      sku: variants.sku,
      active: variants.active,
    })
    .from(variants)
    .where(inArray(variants.productId, productIds));
}

/** The account that an order is placed for by someone else. */
export async function selectBuyer(db: Executor, userId: string) {
  const [row] = await db.select().from(users).where(eq(users.id, userId));
  return row;
}

/** Whether the account is still there: it may have been deleted since the request came in. */
export async function shopperExists(db: Executor, userId: string): Promise<boolean> {
  return (await db.$count(users, eq(users.id, userId))) > 0;
}
