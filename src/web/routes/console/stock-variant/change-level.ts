import { data, redirect } from 'react-router';
import { stockUnits } from '#features/catalog/catalog.schema.ts';
import { getStock } from '#features/inventory/inventory.ts';
import { setLowStockLevel } from '#features/product-management/product-management.ts';
import { listParams } from '../../../pagination.ts';
import { orRefusal, refusalInit } from '../../../respond.ts';
import type { Visit } from '../../../shop-context.ts';

/** A level that was refused, as it was typed. */
export interface RefusedLevel {
  level: string;
  message: string;
}

/** Sets the low-stock level of a variant with the value of the form. Empty means the shop's own. */
export async function respondToLevel(
  { ctx, actor }: Visit,
  url: URL,
  variantId: string,
  typed: string,
) {
  const refuse = (message: string, init: ResponseInit) =>
    data({ level: typed, message } satisfies RefusedLevel, init);
  const text = typed.trim();
  const { data: level, error } = stockUnits.nullable().safeParse(text === '' ? null : Number(text));
  if (level === undefined) {
    return refuse(error?.issues[0]?.message ?? '', { status: 422 });
  }
  const set = async () => {
    const { productId } = await getStock(ctx, actor, variantId);
    await setLowStockLevel(ctx, actor, { productId, variantId }, level);
  };
  const { refusal } = await orRefusal(set());
  if (refusal) return refuse(refusal.message, refusalInit(refusal));
  const params = listParams(url.search);
  params.set('notice', 'level-saved');
  throw redirect(`${url.pathname}?${params}`);
}
