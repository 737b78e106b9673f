import { isFew, isSoldOut } from '#shared/stock.ts';

/** Marks a variant that is sold out, or whose stock is low. */
export function StockMark({ available, lowStockAt }: { available: number; lowStockAt: number }) {
  const soldOut = isSoldOut(available);
  if (!soldOut && !isFew(available, lowStockAt)) return null;
  return (
    <span className="rounded-control bg-danger-tint px-1.5 py-0.5 text-xs compact:py-0 font-semibold whitespace-nowrap text-danger">
      {soldOut ? 'Sold out' : 'Low'}
    </span>
  );
}
