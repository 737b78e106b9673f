import type { DaySales } from '#features/sales-reports/sales-reports.schema.ts';
import { counted } from '#shared/counted.ts';
import { formatDate } from '#shared/dates.ts';
import { formatMoney } from '#shared/money.ts';

/**
 * A bar for each day, if there were sales. The table below has the same figures, so it is hidden from
 * screen readers.
 */
export function SalesChart({ days }: { days: DaySales[] }) {
  const most = Math.max(...days.map(({ capturedMinor }) => capturedMinor));
  if (most === 0) return null;
  const [first] = days;
  const last = days.at(-1);
  return (
    <div aria-hidden="true" className="mt-6">
      <p className="mb-1 text-sm text-ink-soft tabular-nums">{formatMoney(most)}</p>
      <div className="flex h-40 items-end gap-px border-y border-line sm:gap-0.5">
        {days.map((one) => (
          <div
            key={one.day}
            title={`${formatDate(one.day)}: ${formatMoney(one.capturedMinor)}, ${counted(one.orders, 'order')}`}
            className="flex h-full min-w-0 flex-1 items-end hover:bg-tint"
          >
            <div
              className="w-full rounded-t-sm bg-accent"
              style={{ height: `${(100 * one.capturedMinor) / most}%` }}
            />
          </div>
        ))}
      </div>
      <p className="mt-1 flex justify-between text-sm text-ink-soft">
        <span>{first ? formatDate(first.day) : null}</span>
        <span>{last ? formatDate(last.day) : null}</span>
      </p>
    </div>
  );
}
