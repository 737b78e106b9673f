import { isFew } from '#shared/stock.ts';
import { shop } from '#shop-config';
import { classNames } from '../../ui/class-names.ts';
import { useShellTexts } from '../page/visitor.ts';

/** Whether a variant can be bought. Screen readers read it when it changes with the choice. */
export function Availability({
  available,
  soldOut,
}: {
  available: number | null;
  soldOut: boolean;
}) {
  const { inStock, notInStock } = useShellTexts();
  return (
    <p aria-live="polite" className="text-[0.9375rem]">
      <span className={classNames('font-semibold', soldOut ? 'text-danger' : 'text-success')}>
        {soldOut ? notInStock : inStock}
      </span>
      {!soldOut && available !== null && isFew(available, shop.lowStockAt) ? (
        <span className="text-ink-soft"> · only {available} left</span>
      ) : null}
    </p>
  );
}
