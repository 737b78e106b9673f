/** Handles the forms of the page of an order's returns. */

import { returnRequest } from '#features/returns/returns.schema.ts';
import { requestReturn, withdrawReturn } from '#features/returns/returns.ts';
import { AppError } from '#shared/errors.ts';
import { requestKey } from '#shared/request-key.schema.ts';
import type { Visit } from '../../../shop-context.ts';
import { readWanted } from './wanted-variant.ts';

/** The typed values of the form, to show again after a refusal. */
export interface RequestedReturn {
  lines: {
    sku: string;
    quantity: number;
    reason: string;
    exchangeForSku?: string;
    exchangePrice?: string;
  }[];
  note: string;
}

export function readRequestedReturn(posted: FormData): RequestedReturn {
  const units = posted.getAll('units');
  const reasons = posted.getAll('reason');
  const wanted = posted.getAll('exchange');
  const lines = posted.getAll('sku').map((sku, index) => ({
    sku: String(sku),
    quantity: Number(units[index]),
    reason: String(reasons[index] ?? ''),
    ...readWanted(String(wanted[index] ?? '')),
  }));
  return { lines, note: String(posted.get('note') ?? '') };
}

/** Does what a form asks for. Returns the notice that the page shows afterwards. */
export async function changeReturns(
  { ctx, actor }: Visit,
  orderId: string,
  posted: FormData,
): Promise<string> {
  if (posted.get('intent') === 'withdraw') {
    await withdrawReturn(ctx, actor, String(posted.get('return')));
    return 'return-withdrawn';
  }
  const { lines, note } = readRequestedReturn(posted);
  const key = requestKey.safeParse(posted.get('key'));
  const request = returnRequest.safeParse({
    lines: lines.filter(({ quantity }) => quantity !== 0),
    note,
  });
  if (!request.success || !key.success) {
    const fault = request.error?.issues[0]?.message ?? 'Please reload the page and try again.';
    throw new AppError('invalid_request', fault);
  }
  await requestReturn(ctx, actor, orderId, { ...request.data, key: key.data });
  return 'return-requested';
}
