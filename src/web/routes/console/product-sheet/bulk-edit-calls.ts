import type { SheetField } from '#features/product-management/bulk-edit.schema.ts';
import type { SentProductEdit } from '#features/product-management/bulk-edit-input.schema.ts';
import { type CallResult, post } from '../../../components/console/call.ts';

/** A value of a change, as the call writes it: amounts in decimals. */
export type ShownValue = string | number | null;

/** What a bulk edit would do. */
export interface Preview {
  products: number;
  variants: number;
  unchanged: number;
  leftOut: number;
  problems: {
    product: string;
    name: string;
    sku: string | null;
    field: SheetField | null;
    reason: string;
  }[];
  /** The first changes. */
  changes: {
    product: string;
    name: string;
    sku: string | null;
    field: SheetField;
    before: ShownValue;
    after: ShownValue;
  }[];
  changeCount: number;
}

export function previewEdits(products: SentProductEdit[]): Promise<CallResult<Preview>> {
  return post('/api/v1/bulk-edits/preview', { products });
}

/** Starts the job of a bulk edit. */
export function startEdits(products: SentProductEdit[]): Promise<CallResult<{ _id: string }>> {
  return post('/api/v1/bulk-edits', { products });
}
