import { MOST_COUNTED } from '#shared/counted.ts';
import { type Page, readSortedCursor, type SortedAfter, toPage } from '#shared/cursor.ts';
import { AppError } from '#shared/errors.ts';
import { nameAccounts, shownName } from '../accounts/accounts.ts';
import type { Actor } from '../actor.ts';
import type { Ctx } from '../context.ts';
import { requireAdmin, requireCosts } from '../permissions.ts';
import { selectLastAdjustments } from './adjust-stock.store.ts';
import type { LastAdjustment, StockRow, StockSums, StockValue } from './inventory.schema.ts';
import { selectPromised } from './inventory.store.ts';
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
  type VariantUnits,
} from './stock-list.store.ts';

/** A text that matches more variants is searched in the order of the list. */
const LIST_ORDER_ABOVE = 2_500;
/** How many variants a stream reads at a time. */
const BATCH = 500;
/** How many variants a barcode finds. Several may have the same one. */
const MAX_PER_CODE = 10;

/**
 * A page of the variants that fit a search (admin). `count` stops at one more than
 * `MOST_COUNTED`. A cursor that does not fit the search means the first page.
 */
export async function listStock(
  ctx: Ctx,
  actor: Actor,
  {
    limit,
    after,
    mostFound = LIST_ORDER_ABOVE,
    far,
    ...search
  }: StockSearch & { limit: number; after: string | null; mostFound?: number; far?: number },
): Promise<Page<StockRow> & { count: number }> {
  requireAdmin(actor);
  const { sort } = search;
  const prepared = { ...(await prepare(ctx, search, mostFound)), far };
  const from = readSortedCursor(after, sort, sortKeyOf(sort).type);
  const [rows, count] = await Promise.all([
    selectStock(ctx.db, prepared, limit + 1, from),
    countStock(ctx.db, prepared, MOST_COUNTED + 1),
  ]);
  const page = toPage(rows, limit, ({ sortValue, id }) => [sort, sortValue, id]);
  return { items: await withUnits(ctx, page.items), next: page.next, count };
}

async function prepare(
  ctx: Ctx,
  search: StockSearch,
  mostFound = LIST_ORDER_ABOVE,
): Promise<PreparedSearch> {
  const { text } = search;
  const found = text === null ? null : await selectFound(ctx.db, text, mostFound);
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
 * A variant that a code finds, with the number of its newest movement of stock, 0 without one, and
 * what staff did last after the movement that was asked for.
 */
type FoundByCode = StockRow & { movement: number; adjusted: LastAdjustment | null };

/**
 * The variants with a barcode or SKU, as a scanner reads it, and what is to be shipped (admin). An SKU
 * in another case counts if nothing has the code as it is, and only one has it so. `since` is a movement
 * that the caller has seen.
 */
export async function findByCode(
  ctx: Ctx,
  actor: Actor,
  code: string,
  since: number | null = null,
): Promise<FoundByCode[]> {
  requireAdmin(actor);
  const asked = code.trim();
  const inAnyCase = await selectCodes(ctx.db, asked, MAX_PER_CODE);
  const exact = inAnyCase.filter(({ sku, barcode }) => sku === asked || barcode === asked);
  const found = exact.length > 0 || inAnyCase.length > 1 ? exact : inAnyCase;
  if (found.length === 0) return [];
  const ids = found.map(({ id }) => id);
  // After the movements are read, so that it has all of those.
  const adjusted = since === null ? new Map() : await lastAdjustments(ctx, actor, ids, since);
  return found.map(({ movement, ...row }) => ({
    ...toStockRow(ctx, row),
    movement,
    adjusted: adjusted.get(row.id) ?? null,
  }));
}

/** What staff did last to the stock of these variants after a movement, by variant. */
async function lastAdjustments(
  ctx: Ctx,
  actor: Actor,
  ids: string[],
  since: number,
): Promise<Map<string, LastAdjustment>> {
  const rows = await selectLastAdjustments(ctx.db, ids, since);
  const names = await nameAccounts(
    ctx,
    actor,
    rows.map((row) => row.actor),
  );
  return new Map(
    rows.map(({ variantId, reason, actor: id, at }) => [
      variantId,
      { reason, by: shownName(names, id), at: at.toISOString() },
    ]),
  );
}

/** The stock of a variant (admin). */
export async function getStock(ctx: Ctx, actor: Actor, variantId: string): Promise<StockRow> {
  requireAdmin(actor);
  const row = await selectVariant(ctx.db, variantId);
  if (!row) throw new AppError('not_found', 'There is no such variant.');
  return toStockRow(ctx, row);
}

/** What the units on hand cost the shop and are sold for, by currency (admin). */
export async function valueStock(ctx: Ctx, actor: Actor): Promise<StockValue[]> {
  const rows = await selectValue(ctx.db, requireCosts(actor));
  const byCurrency = Map.groupBy(rows, ({ currency }) => currency);
  return [...byCurrency].map(([currency, ofCurrency]) => {
    const categories = ofCurrency.map(({ currency: _, ...category }) => category);
    const sum = (name: keyof StockSums) =>
      categories.reduce((total, category) => total + category[name], 0);
    return {
      currency,
      units: sum('units'),
      valueMinor: sum('valueMinor'),
      salesMinor: sum('salesMinor'),
      productsWithoutCost: sum('productsWithoutCost'),
      unitsWithoutCost: sum('unitsWithoutCost'),
      unitsWithoutPrice: sum('unitsWithoutPrice'),
      categories,
    };
  });
}

async function withUnits(ctx: Ctx, rows: StockListRow[]): Promise<StockRow[]> {
  if (rows.length === 0) return [];
  const read = await selectPromised(
    ctx.db,
    rows.map(({ id }) => id),
  );
  const byId = new Map(read.map(({ variantId, ...units }) => [variantId, units]));
  const none = { available: 0, reserved: 0, toShip: 0 };
  return rows.map((row) => toStockRow(ctx, { ...row, ...(byId.get(row.id) ?? none) }));
}

function toStockRow(ctx: Ctx, row: VariantUnits): StockRow {
  const { id, sku, barcode, productId, name, category, size, color, imageUrl } = row;
  const { option } = row;
  const { available, reserved, toShip, ownLevel, archived, ofArchivedProduct } = row;
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
    toShip,
    lowStockAt: ownLevel ?? ctx.shop.lowStockAt,
    ownLevel,
    archived,
    ofArchivedProduct,
  };
}
