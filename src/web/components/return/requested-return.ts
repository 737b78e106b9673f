/** Reads what the forms of a return post. */
import { readWanted } from './wanted-variant.ts';

/** The typed values of the form, to show again after a refusal. */
export interface RequestedReturn {
  /** The earlier return whose exchange comes back; null when what was bought does. */
  ofReturn: string | null;
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
  const ofReturn = String(posted.get('ofReturn') ?? '') || null;
  return { ofReturn, lines, note: String(posted.get('note') ?? '') };
}
