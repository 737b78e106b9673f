import { eq, type SQL, sql } from 'drizzle-orm';
import { anyOfGiven } from '#db/any-of.ts';
import type { Executor } from '#db/client.ts';
import { compiled } from '#db/compiled.ts';
import { users } from '../accounts/accounts.table.ts';
import { products, variants } from '../catalog/catalog.table.ts';
import { deliveryVersion } from '../delivery-version.ts';
import { orders } from '../order-tables/orders.table.ts';
import { taxVersion } from '../taxes/taxes.table.ts';

/** The variants of these products, whether they are on sale or not. */
export function resolveVariants(db: Executor, productIds: string[]) {
  return variantsOf(db).execute({ productIds });
}

const variantsOf = compiled((db) =>
  db
    .select({
      variantId: variants.id,
      productId: variants.productId,
      sku: variants.sku,
      active: variants.active,
      available: variants.available,
      optionName: products.optionName,
    })
    .from(variants)
    .innerJoin(products, eq(products.id, variants.productId))
    .where(anyOfGiven(variants.productId, 'productIds')),
);

/** What unpaid orders reserve. */
export interface Held {
  orders: number;
  units: number;
  minor: number;
  /** When the first of them releases its stock. */
  nextDueAt: string | null;
}

const heldWhere = (mine: SQL) => sql<Held>`(
  select json_build_object('orders', count(*), 'units', coalesce(sum(o.units), 0),
    'minor', coalesce(sum(o.total_minor), 0), 'nextDueAt', min(o.payment_due_at))
  from ${orders} o where ${mine} and o.status = 'pending')`;

/**
 * An account's email, what it and a network reserve now, in one statement, and the versions of the
 * settings that price delivery and taxes; undefined when the account is gone.
 */
export async function selectBuyer(db: Executor, userId: string, network: string | null) {
  const [row] = await buyer(db).execute({ userId, network });
  return row;
}

const buyer = compiled((db) =>
  db
    .select({
      email: users.email,
      emailVerified: users.emailVerified,
      deliveryVersion,
      taxVersion,
      ofCustomer: heldWhere(sql`o.user_id = ${sql.placeholder('userId')}`),
      ofNetwork: heldWhere(sql`o.network = ${sql.placeholder('network')}`),
    })
    .from(users)
    .where(eq(users.id, sql.placeholder('userId'))),
);

/**
 * What a guest, by the email of their orders, and a network reserve now, in one statement, and the
 * versions of the settings that price delivery and taxes.
 */
export async function selectGuestBuyer(db: Executor, email: string, network: string | null) {
  const [row] = await db
    .select({
      deliveryVersion,
      taxVersion,
      // `is_guest` as in the partial index.
      ofCustomer: heldWhere(sql`o.email = ${email} and o.is_guest`),
      ofNetwork: heldWhere(sql`o.network = ${network}`),
    })
    .from(sql`(select) one`);
  if (!row) throw new Error('A query without tables returned no row.');
  return row;
}

/** Whether the account still exists: it may have been deleted since the request began. */
export async function accountExists(db: Executor, userId: string): Promise<boolean> {
  return (await db.$count(users, eq(users.id, userId))) > 0;
}
