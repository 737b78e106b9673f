import type { PricesAsOf, StockLevel } from '#features/inventory/inventory.schema.ts';
import { formatTime } from '#shared/dates.ts';
import { formatMoney } from '#shared/money.ts';
import { Facts } from '../../../components/console/facts.tsx';
import { Button } from '../../../ui/button.tsx';
import { Level } from './level.tsx';

const orNone = (minor: number | null) => (minor === null ? '–' : formatMoney(minor));

/** Asks for a moment, and shows the stock and the prices of a variant at that moment. */
export function AsOf({
  choice: { at, hasSeconds, isUnreadable },
  asOf,
}: {
  /** The moment in the address. */
  choice: { at: string | null; hasSeconds: boolean; isUnreadable: boolean };
  /** Null without a moment. */
  asOf: {
    iso: string;
    inWords: string | null;
    isToCome: boolean;
    units: StockLevel;
    prices: PricesAsOf;
  } | null;
}) {
  return (
    <section aria-label="Stock and prices as of a date">
      <form method="get" className="flex flex-wrap items-end gap-2">
        <label className="text-sm font-semibold">
          <span className="mb-1 block">Stock and prices as of</span>
          <input
            key={at}
            type="datetime-local"
            name="at"
            // By itself the field takes whole minutes only.
            step={hasSeconds ? 1 : undefined}
            required
            defaultValue={at ?? ''}
            className="h-11 rounded-control border border-line-strong bg-surface px-2 text-base font-normal md:h-9 md:text-sm"
          />
        </label>
        <Button className="md:min-h-9 md:py-1">Show</Button>
      </form>
      {isUnreadable ? (
        <p role="alert" className="mt-2 text-sm font-medium text-danger">
          “{at}” is no date and time from 1970 on. Please choose one.
        </p>
      ) : null}
      {asOf ? (
        <div className="mt-4 grid gap-2">
          <p className="text-sm text-ink-soft">
            {asOf.inWords}
            {asOf.isToCome ? '. The moment that you chose is to come, so this is as of now.' : ''}
          </p>
          <Level level={asOf.units} />
          <Prices iso={asOf.iso} prices={asOf.prices} />
        </div>
      ) : null}
    </section>
  );
}

function Prices({ iso, prices }: { iso: string; prices: PricesAsOf }) {
  const { priceMinor, compareAtMinor, costMinor, recordedSince } = prices;
  return (
    <>
      <Facts
        facts={[
          ['Price', priceMinor === null ? '–' : formatMoney(priceMinor)],
          ['Compare-at', orNone(compareAtMinor)],
          ['Cost', orNone(costMinor)],
        ]}
      />
      {iso < recordedSince ? (
        <p className="max-w-prose text-sm text-ink-soft">
          Prices of this variant are recorded since {formatTime(recordedSince)}. These are the first
          ones: what it cost before is not known.
        </p>
      ) : null}
    </>
  );
}
