import { formatMoney } from '#shared/money.ts';

interface PriceProps {
  priceMinor: number;
  /** Whether some variants cost more. */
  priceVaries: boolean;
  /** The price before it was reduced, struck through; null if it was not. */
  formerMinor: number | null;
}

/** The price of a product or a variant. */
export function Price({ priceMinor, priceVaries, formerMinor }: PriceProps) {
  return (
    <>
      {priceVaries ? 'from ' : null}
      {formatMoney(priceMinor)}
      {formerMinor === null ? null : (
        <>
          <span className="sr-only"> instead of </span>
          <s className="ml-2 text-[0.9375rem] text-ink-soft">{formatMoney(formerMinor)}</s>
        </>
      )}
    </>
  );
}
