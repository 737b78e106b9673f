import { type Page, readSortedCursor, type SortedAfter, toPage } from '#shared/cursor.ts';
import { AppError } from '#shared/errors.ts';
import type { Actor } from '../actor.ts';
import type { Ctx } from '../context.ts';
import { requireAdmin, requireCosts } from '../permissions.ts';
import type { ShelfLevel, StockRow, StockValue } from './inventory.schema.ts';
import { selectPromised } from './inventory.store.ts';
import { readReserved } from './reserved.ts';
import type { StockSearch } from './stock-list.schema.ts';
import {
  countStock,
  type PreparedSearch,
  type StockListRow,
  selectCodes,
  selectFound,
  selectStock,
  selectValue,
  selectVariant,
  sortKeyOf,
} from './stock-list.store.ts';

/** Counting stops here: a list of a million variants takes too long to count. */
const MAX_COUNTED = 1_000;
/** A text that matches more variants is searched in the order of the list. */
const LIST_ORDER_ABOVE = 5_000;
/** How many variants a stream reads at a time. */
const BATCH = 500;
/** How many variants a barcode finds. Several may have the same one. */
const MAX_PER_CODE = 10;

/**
 * A page of the variants that fit a search (admin). `count` is null above a thousand. A cursor that
 * does not fit the search means the first page.
 */
export async function listStock(
  ctx: Ctx,
  actor: Actor,
  {
    limit,
    after,
    mostFound = LIST_ORDER_ABOVE,
    ...search
  }: StockSearch & { limit: number; after: string | null; mostFound?: number },
): Promise<Page<StockRow> & { count: number | null }> {
  requireAdmin(actor);
  const { sort } = search;
  const prepared = await prepare(ctx, search, mostFound);
  const from = readSortedCursor(after, sort, sortKeyOf(sort).type);
  const [rows, count] = await Promise.all([
    selectStock(ctx.db, prepared, limit + 1, from),
    countStock(ctx.db, prepared, MAX_COUNTED + 1),
  ]);
  const page = toPage(rows, limit, ({ sortValue, id }) => [sort, sortValue, id]);
  return {
    items: await withReserved(ctx, page.items),
    next: page.next,
    count: count > MAX_COUNTED ? null : count,
  };
}

async function prepare(
  ctx: Ctx,
  search: StockSearch,
  mostFound = LIST_ORDER_ABOVE,
): Promise<PreparedSearch> {
  const { text } = search;
  const numbers = { most: mostFound, some: 2 * MAX_COUNTED };
  const found = text === null ? null : await selectFound(ctx.db, text, numbers);
  return { ...search, lowStockAt: ctx.shop.lowStockAt, found };
}

/** The ids of all variants that fit a search, in its order, in batches (admin). */
export async function* streamStockIds(
  ctx: Ctx,
  actor: Actor,
  search: StockSearch,
): AsyncGenerator<string[]> {
  requireAdmin(actor);
  const prepared = await prepare(ctx, search);
  let after: SortedAfter | null = null;
  do {
    const rows: { id: string; sortValue: string }[] = await selectStock(
      ctx.db,
      prepared,
      BATCH,
      after,
    );
    yield rows.map(({ id }) => id);
    const last = rows.at(-1);
    after = rows.length === BATCH && last ? { value: last.sortValue, id: last.id } : null;
  } while (after);
}

/**
 * The variants with a barcode or SKU, as a scanner reads it, and what is to be shipped (admin). An SKU
 * in another case counts if nothing has the code as it is, and only one has it so.
 */
export async function findByCode(
  ctx: Ctx,
  actor: Actor,
  code: string,
): Promise<(StockRow & ShelfLevel)[]> {
  requireAdmin(actor);
  const asked = code.trim();
  const inAnyCase = await selectCodes(ctx.db, asked, MAX_PER_CODE);
  const exact = inAnyCase.filter(({ sku, barcode }) => sku === asked || barcode === asked);
  const found = exact.length > 0 || inAnyCase.length > 1 ? exact : inAnyCase;
  if (found.length === 0) return [];
  const ids = found.map(({ id }) => id);
  const promised = await selectPromised(ctx.db, ids);
  const byId = new Map(promised.map((one) => [one.variantId, one]));
  return found.map((row) => {
    const { reserved = 0, toShip = 0 } = byId.get(row.id) ?? {};
    return { ...toStockRow(ctx, row, reserved), toShip };
  });
}

/** The stock of a variant (admin). */
export async function getStock(ctx: Ctx, actor: Actor, variantId: string): Promise<StockRow> {
  requireAdmin(actor);
  const row = await selectVariant(ctx.db, variantId);
  const [stock] = row ? await withReserved(ctx, [row]) : [];
  if (!stock) throw new AppError('not_found', 'There is no such variant.');
  return stock;
}

/** What the units on hand cost the shop, by currency (admin). */
export async function valueStock(ctx: Ctx, actor: Actor): Promise<StockValue[]> {
  return selectValue(ctx.db, requireCosts(actor));
}

async function withReserved(ctx: Ctx, rows: StockListRow[]): Promise<StockRow[]> {
  const ids = rows.map(({ id }) => id);
  const held = await readReserved(ctx.db, ids);
  return rows.map((row) => toStockRow(ctx, row, held.get(row.id) ?? 0));
}

function toStockRow(ctx: Ctx, row: StockListRow, reserved: number): StockRow {
  const { id, sku, barcode, productId, name, category, size, color, imageUrl } = row;
  const { option } = row;
  const { available, ownLevel, archived } = row;
  return {
    id,
    sku,
    barcode,
    productId,
    name,
    category,
    size,
    color,
    option,
    imageUrl,
    onHand: available + reserved,
    reserved,
    available,
    lowStockAt: ownLevel ?? ctx.shop.lowStockAt,
    ownLevel,
    archived,
  };
}
