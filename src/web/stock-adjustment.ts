import { data, redirect } from 'react-router';
import { stockAdjustment } from '#features/inventory/adjustment.schema.ts';
import { CHANGE_HINT, readStockChange } from '#features/inventory/inventory.schema.ts';
import { adjustStock } from '#features/inventory/inventory.ts';
import { withThousands } from '#shared/thousands.ts';
import { listParams } from './pagination.ts';
import { isDocumentRequest, orRefusal, refusalInit } from './respond.ts';
import type { Visit } from './shop-context.ts';

/** The result of an adjustment that a page sent. After a refusal, it has the typed values. */
export interface AdjustmentResult {
  sku: string;
  isDone: boolean;
  message: string;
  typed: { change: string; reason: string; note: string };
}

/**
 * Adjusts stock with the values of a console form. Without script it redirects to the same page
 * after a success.
 */
export async function respondToAdjustment(
  visit: Visit,
  request: Request,
  url: URL,
  form: FormData,
) {
  const text = (name: string) => String(form.get(name) ?? '');
  const sku = text('sku');
  const typed = { change: text('change'), reason: text('reason'), note: text('note') };
  const refuse = (message: string, init: ResponseInit) =>
    data({ sku, isDone: false, message, typed } satisfies AdjustmentResult, init);
  const change = readStockChange(typed.change, typed.reason);
  if (!change) return refuse(CHANGE_HINT, { status: 422 });
  const { reason, note } = typed;
  const { data: adjustment, error } = stockAdjustment.safeParse({ sku, ...change, reason, note });
  if (!adjustment) return refuse(error.issues[0]?.message ?? CHANGE_HINT, { status: 422 });
  const key = text('key').slice(0, 200) || null;
  const { value, refusal } = await orRefusal(
    adjustStock(visit.ctx, visit.actor, { ...adjustment, key }),
  );
  if (refusal) return refuse(refusal.message, refusalInit(refusal));
  if (isDocumentRequest(request)) {
    const params = listParams(url.search);
    params.set('notice', 'stock-adjusted');
    throw redirect(`${url.pathname}?${params}`);
  }
  const toShip = value.toShip > 0 ? `, and ${withThousands(value.toShip)} to be shipped` : '';
  const message = `${sku} has ${withThousands(value.onHand)} on hand, ${withThousands(value.available)} available${toShip}.`;
  return data({ sku, isDone: true, message, typed } satisfies AdjustmentResult);
}
