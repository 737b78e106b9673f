/**
 * Owns what staff see of open carts: who has them, what is in them and what they cost now. Promises:
 * only admins see it; nothing here changes anything; carts that became orders, empty ones and those
 * of staff are left out; a page reads a limited number of carts, however many there are.
 */
import { type Page, readSortedCursor, toPage } from '#shared/cursor.ts';
import type { Actor } from '../actor.ts';
import type { Ctx } from '../context.ts';
import { requireAdmin } from '../permissions.ts';
import type { OpenCart, OwnerFilter } from './open-carts.schema.ts';
import { countOpenCartsUpTo, selectFound, selectOpenCarts } from './open-carts.store.ts';

/** The name of the only sort, in cursors. */
const SORT = 'used';
/** Up to so many carts that a text finds are sorted; of more, the order of the list is read. */
const MOST_FOUND = 2_000;

/**
 * A page of the open carts, last used first, and their number, which stops at `counted` (admin). A
 * text finds the carts of the customers that it finds in the list of customers, and so none of
 * guests. A cursor that nobody made means the first page.
 */
export async function listOpenCarts(
  ctx: Ctx,
  actor: Actor,
  {
    text,
    owner,
    limit,
    after,
    counted,
    mostFound = MOST_FOUND,
  }: {
    text: string | null;
    owner: OwnerFilter;
    limit: number;
    after: string | null;
    counted: number;
    mostFound?: number;
  },
): Promise<Page<OpenCart> & { count: number }> {
  requireAdmin(actor);
  if (text !== null && owner === 'guests') return { items: [], next: null, count: 0 };
  const found = text === null ? null : await selectFound(ctx.db, text, mostFound);
  const search = { owner, text, found };
  const window = { limit: limit + 1, after: readSortedCursor(after, SORT, 'timestamptz') };
  const [rows, count] = await Promise.all([
    selectOpenCarts(ctx.db, search, window),
    countOpenCartsUpTo(ctx.db, search, counted),
  ]);
  const page = toPage(rows, limit, ({ sortValue, id }) => [SORT, sortValue, id]);
  return { items: page.items.map(toOpenCart), next: page.next, count };
}

function toOpenCart(row: Awaited<ReturnType<typeof selectOpenCarts>>[number]): OpenCart {
  const { id, customer, items, lines, sums, updatedAt } = row;
  const lastUsedAt = updatedAt.toISOString();
  return { id, customer, items, moreItems: lines - items.length, ...sums, lastUsedAt };
}
