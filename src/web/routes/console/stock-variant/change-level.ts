import { stockUnits } from '#features/catalog/catalog.schema.ts';
import { getStock } from '#features/inventory/inventory.ts';
import { setLowStockLevel } from '#features/product-management/product-management.ts';
import { redirectWithNotice } from '../../../notices.ts';
import { listAddress } from '../../../pagination.ts';
import { parseFields, refuse } from '../../../posted-form.ts';
import { orRefusal } from '../../../respond.ts';
import type { Visit } from '../../../shop-context.ts';
import { levelNotices } from '../../../stock-notices.ts';

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
  const text = typed.trim();
  const set = async () => {
    const level = parseFields(stockUnits.nullable(), text === '' ? null : Number(text));
    const { productId } = await getStock(ctx, actor, variantId);
    await setLowStockLevel(ctx, actor, { productId, variantId }, level);
  };
  const { refusal } = await orRefusal(set());
  if (refusal) return refuse(refusal, { level: typed });
  throw redirectWithNotice(listAddress(url), levelNotices, 'level-saved');
}
