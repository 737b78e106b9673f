import { and, eq, type SQL, sql } from 'drizzle-orm';
import { anyOf } from '#db/any-of.ts';
import type { Executor } from '#db/client.ts';
import { countUpTo } from '#db/count-up-to.ts';
import { countOfWays, type Found, fewOrNone } from '#db/few-or-some.ts';
import { keyset, ofFew, type SortKey } from '#db/keyset.ts';
import type { SortedAfter } from '#shared/cursor.ts';
import { users } from '../accounts/accounts.table.ts';
import { cartLines, carts, sumsOfOpenCart } from '../cart/cart.table.ts';
import { products, variants } from '../catalog/catalog.table.ts';
import { fitsSearch, waysToFit } from '../customers/customers.ts';
import { MOST_NAMED, type NamedItem, type OwnerFilter } from './open-carts.schema.ts';

/** Whose carts are listed, and which customers' of these. */
export interface CartSearch {
  owner: OwnerFilter;
  text: string | null;
  /** Null without a text. */
  found: Found | null;
}

interface Window {
  limit: number;
  after: SortedAfter | null;
}

/** Retention reads the index of guests' carts from the oldest on, so that one is ascending. */
const byUse: SortKey = { by: carts.updatedAt, type: 'timestamptz', down: true, ascends: true };
const { sortValue, orderBy } = keyset(byUse, carts.id, null);

/** The carts that fit, last used first, after the given one. */
export function selectOpenCarts(db: Executor, search: CartSearch, window: Window) {
  return db
    .select({
      id: carts.id,
      sortValue,
      updatedAt: carts.updatedAt,
      customer: { id: users.id, name: users.name, email: users.email },
      items: firstItems,
      lines: sql<number>`(select count(*)::int ${linesOfCart})`,
      sums: sumsOfOpenCart(sql`c.id = ${carts.id}`),
    })
    .from(carts)
    .leftJoin(users, eq(users.id, carts.userId))
    .where(sql`${carts.id} = any(array(select id from (${listed(db, search, window)}) page))`)
    .orderBy(...orderBy);
}

/** The open carts of the customers who fit a text, also empty ones; none of more than `most`. */
export function selectFound(db: Executor, text: string, most: number): Promise<Found> {
  return fewOrNone(db, carts, waysToFind(text), most);
}

/** How many carts fit; stops at `most`. */
export async function countOpenCartsUpTo(
  db: Executor,
  search: CartSearch,
  most: number,
): Promise<number> {
  const { text, found } = search;
  if (found?.areAll) {
    return countUpTo(db, carts, and(isOpen, anyOf(carts.id, found.ids), hasLines), most);
  }
  const all = listed(db, search, { limit: most, after: null });
  const ways = text === null ? [sql`select id from (${all}) listed`] : waysToFind(text, hasLines);
  return countOfWays(db, ways, most);
}

/** Statements that find the carts of a text; each uses its own index. */
function waysToFind(text: string, further?: SQL): SQL[] {
  return waysToFit(text).map(
    (fits) => sql`select carts.id from ${users} join ${carts} on carts.user_id = users.id
      where ${and(isOpen, fits, further)}`,
  );
}

/**
 * The ids of the carts that fit, in order. Carts of customers and of guests each have an index in
 * that order, so each of the two is read as far as the page may go.
 */
function listed(db: Executor, search: CartSearch, window: Window): SQL {
  const { owner, text, found } = search;
  const parts: SQL[] = [];
  if (owner !== 'guests') {
    const whose = sql`${carts.userId} is not null and ${ownerFits(search)}`;
    parts.push(cartsOf(db, whose, found?.areAll ? ofFew(byUse) : byUse, window));
  }
  if (owner !== 'customers' && text === null) {
    parts.push(cartsOf(db, sql`${carts.userId} is null`, byUse, window));
  }
  return sql`select id from (${sql.join(parts, sql` union all `)}) both_owners
    order by updated_at desc, id desc limit ${window.limit}`;
}

function cartsOf(db: Executor, whose: SQL, key: SortKey, { limit, after }: Window): SQL {
  const order = keyset(key, carts.id, after);
  return sql`${db
    .select({ id: carts.id, updatedAt: carts.updatedAt })
    .from(carts)
    .where(and(isOpen, whose, hasLines, order.rest))
    .orderBy(...order.orderBy)
    .limit(limit)}`;
}

// `offset 0` makes PostgreSQL read the carts in their order, and look up what belongs to each. It
// would otherwise begin with the customers who fit a text, because it expects far fewer of them than
// there are, or with all lines.

/** Whether the owner of a cart is a customer who fits. */
function ownerFits({ text, found }: CartSearch): SQL {
  if (found?.areAll) return anyOf(carts.id, found.ids);
  return sql`exists (select from ${users}
    where ${users.id} = ${carts.userId} and ${fitsSearch({ text, fitting: null })} offset 0)`;
}

const linesOfCart = sql`from ${cartLines} where ${cartLines.cartId} = ${carts.id}`;
const hasLines = sql`exists (select ${linesOfCart} offset 0)`;

// The status is written out, because PostgreSQL has to see it to choose the partial index.
const isOpen = sql`${carts.status} = 'open'`;

/** The first lines of a cart, in the order of the cart. */
const firstItems = sql<NamedItem[]>`(
  select json_agg(json_build_object('variantId', f.variant_id, 'productId', f.product_id,
    'name', f.name, 'size', f.size, 'color', f.color, 'option', f.option) order by f.nr)
  from (
    select variants.id as variant_id, products.id as product_id, ${products.name} as name,
      ${variants.size} as size, ${variants.color} as color, ${variants.option} as option,
      row_number() over (order by ${cartLines.addedAt}, ${cartLines.variantId}) as nr
    from ${cartLines} join ${variants} on ${variants.id} = ${cartLines.variantId}
    join ${products} on ${products.id} = ${variants.productId}
    where ${cartLines.cartId} = ${carts.id}
    order by nr limit ${MOST_NAMED}
  ) f
)`;
