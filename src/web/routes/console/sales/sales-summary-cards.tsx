import type { Sales, SalesSummary } from '#features/sales-reports/sales-reports.schema.ts';
import { counted } from '#shared/counted.ts';
import { formatMoney } from '#shared/money.ts';
import { Link } from '../../../ui/link.tsx';

const shown: Record<keyof SalesSummary, [label: string, to: string]> = {
  today: ['Today', '/admin/sales?days=7'],
  yesterday: ['Yesterday', '/admin/sales?days=7'],
  week: ['7 days', '/admin/sales?days=7'],
  month: ['30 days', '/admin/sales?days=30'],
};

/** What came in today, yesterday and in the last days. */
export function SalesSummaryCards({ sales }: { sales: SalesSummary }) {
  return (
    <>
      <h2 className="mt-2 mb-2 font-sans text-sm font-semibold text-ink-soft">Sales</h2>
      <ul className="grid grid-cols-2 gap-3 xl:grid-cols-5">
        {Object.entries(shown).map(([key, [label, to]]) => (
          <Card key={key} label={label} to={to} sales={sales[key as keyof SalesSummary]} />
        ))}
      </ul>
    </>
  );
}

function Card({ label, to, sales }: { label: string; to: string; sales: Sales }) {
  const { orders, capturedMinor, refundedMinor } = sales;
  return (
    <li>
      <Link
        to={to}
        className="block h-full rounded-card border border-line bg-surface px-4 py-3 hover:border-line-strong"
      >
        <span className="block text-sm">{label}</span>
        <span
          className={`block text-heading font-semibold wrap-anywhere tabular-nums ${capturedMinor === 0 ? 'text-ink-soft' : ''}`}
        >
          {formatMoney(capturedMinor)}
        </span>
        <span className="block text-sm text-ink-soft">
          {counted(orders, 'order')}
          {refundedMinor > 0 ? `, ${formatMoney(refundedMinor)} refunded` : ''}
        </span>
      </Link>
    </li>
  );
}
