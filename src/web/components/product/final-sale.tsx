import { FINAL_SALE } from '#shared/final-sale.ts';

/** Says of a product or a line that it is a final sale, if it is. */
export function FinalSale({ of: { isFinalSale } }: { of: { isFinalSale: boolean } }) {
  return isFinalSale ? <p className="text-sm font-medium">{FINAL_SALE}</p> : null;
}
