import { data } from 'react-router';
import { stockAdjustment } from '#features/inventory/adjustment.schema.ts';
import { CHANGE_HINT, readStockChange } from '#features/inventory/inventory.schema.ts';
import { type AdjustedStock, adjustStock, undoAdjustment } from '#features/inventory/inventory.ts';
import { withThousands } from '#shared/thousands.ts';
import { redirectWithNotice } from './notices.ts';
import { listAddress } from './pagination.ts';
import { isDocumentRequest, orRefusal, refusalInit } from './respond.ts';
import type { Visit } from './shop-context.ts';
import { adjustmentNotices } from './stock-notices.ts';

/** The field of a form that undoes an adjustment. It has the key of that adjustment. */
export const UNDO = 'undo';

/** The result of an adjustment that a page sent. After a refusal, it has the typed values. */
export interface AdjustmentResult {
  sku: string;
  isDone: boolean;
  message: string;
  typed: { change: string; reason: string; note: string };
  /** The key that undoes it; null if there is nothing to undo. */
  undo: string | null;
}

/** The result of an undo. */
export interface UndoResult {
  undone: string;
  isDone: boolean;
  message: string;
}

/**
 * Adjusts stock with the values of a console form, or undoes an adjustment. Without script it
 * redirects to the same page after a success.
 */
export async function respondToAdjustment(
  visit: Visit,
  request: Request,
  url: URL,
  form: FormData,
) {
  const text = (name: string) => String(form.get(name) ?? '');
  const key = text('key').slice(0, 200) || null;
  if (form.has(UNDO)) return respondToUndo(visit, request, url, text(UNDO).slice(0, 200));
  const sku = text('sku');
  const typed = { change: text('change'), reason: text('reason'), note: text('note') };
  const refuse = (message: string, init: ResponseInit) =>
    data({ sku, isDone: false, message, typed, undo: null } satisfies AdjustmentResult, init);
  const change = readStockChange(typed.change, typed.reason);
  if (!change) return refuse(CHANGE_HINT, { status: 422 });
  const { reason, note } = typed;
  const shown = 'setTo' in change ? { from: shownOf(form, reason) } : {};
  const { data: adjustment, error } = stockAdjustment.safeParse({
    ...{ sku, ...change, ...shown, reason, note },
  });
  if (!adjustment) return refuse(error.issues[0]?.message ?? CHANGE_HINT, { status: 422 });
  const { value, refusal } = await orRefusal(
    adjustStock(visit.ctx, visit.actor, { ...adjustment, key }),
  );
  if (refusal) return refuse(refusal.message, refusalInit(refusal));
  const undo = value.quantity === 0 ? null : key;
  if (isDocumentRequest(request)) {
    const about: Record<string, string> = undo === null ? {} : { [UNDO]: undo };
    throw redirectWithNotice(listAddress(url), adjustmentNotices, 'stock-adjusted', about);
  }
  return data({
    sku,
    isDone: true,
    message: inWords(value),
    typed,
    undo,
  } satisfies AdjustmentResult);
}

/** The number beside the field, which the typed one replaces; undefined when the form lacks it. */
function shownOf(form: FormData, reason: string): number | undefined {
  const [onHand, toShip] = ['onHand', 'toShip'].map((name) => {
    const text = form.get(name);
    return text === null ? undefined : Number(text);
  });
  if (reason !== 'counted' || onHand === undefined) return onHand;
  return toShip === undefined ? undefined : onHand + toShip;
}

async function respondToUndo({ ctx, actor }: Visit, request: Request, url: URL, key: string) {
  const { value, refusal } = await orRefusal(undoAdjustment(ctx, actor, key));
  if (refusal) {
    const { message } = refusal;
    return data({ undone: key, isDone: false, message } satisfies UndoResult, refusalInit(refusal));
  }
  if (isDocumentRequest(request)) {
    throw redirectWithNotice(listAddress(url), adjustmentNotices, 'stock-undone');
  }
  return data({
    undone: key,
    isDone: true,
    message: `Undone. ${inWords(value)}`,
  } satisfies UndoResult);
}

function inWords({ sku, onHand, available, toShip }: AdjustedStock): string {
  const shipped = toShip > 0 ? `, and ${withThousands(toShip)} to be shipped` : '';
  return `${sku} has ${withThousands(onHand)} on hand, ${withThousands(available)} available${shipped}.`;
}
