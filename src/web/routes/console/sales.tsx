import {
  type DaySales,
  type Sales,
  type SalesPeriod,
  salesPeriods,
} from '#features/sales-reports/sales-reports.schema.ts';
import { reportSales } from '#features/sales-reports/sales-reports.ts';
import { formatDate } from '#shared/dates.ts';
import { formatMoney } from '#shared/money.ts';
import { withThousands } from '#shared/thousands.ts';
import { ConsoleHeading } from '../../components/console/console-heading.tsx';
import { Facts } from '../../components/console/facts.tsx';
import { privatePage } from '../../components/page/page-title.ts';
import { orErrorPage, requireAdminPage } from '../../respond.ts';
import { visitOf } from '../../shop-context.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { LinkTabs, TabPanel } from '../../ui/link-tabs.tsx';
import type { Route } from './+types/sales.ts';
import { SalesChart } from './sales/sales-chart.tsx';

export const meta = () => privatePage('Sales', 'What was paid and refunded in the last days.');

/** The sales of the last days: `?days=7`, 30 or 90. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const visit = visitOf(context);
  requireAdminPage(visit, url);
  const asked = Number(url.searchParams.get('days'));
  const period: SalesPeriod = salesPeriods.find((days) => days === asked) ?? salesPeriods[0];
  const { timeZone } = visit.ctx.shop;
  return { report: await orErrorPage(reportSales(visit.ctx, visit.actor, period)), timeZone };
}

export default function SalesPage({ loaderData }: Route.ComponentProps) {
  const { report, timeZone } = loaderData;
  const { period, days, total, before } = report;
  return (
    <div className="px-4 pb-8 lg:px-6">
      <ConsoleHeading
        title="Sales"
        about={`What customers paid, and what they got back. Days are those of ${timeZone}; today is not over.`}
      />
      <LinkTabs
        label="Period"
        selected={String(period)}
        tabs={salesPeriods.map((one) => ({
          id: String(one),
          label: `${one} days`,
          to: `/admin/sales?days=${one}`,
        }))}
        className="-mx-2.5 mb-4 justify-start sm:-mx-4"
      />
      <TabPanel tab={String(period)}>
        <Facts facts={factsOf(total)} />
        <p className="mt-3 text-sm text-ink-soft">{comparison(period, total, before)}</p>
        <SalesChart days={days} />
        <div className="mt-6 max-w-4xl text-sm">
          <DataTable
            caption="Sales of each day, the newest first"
            rows={days.toReversed()}
            keyOf={({ day }) => day}
            columns={columns}
          />
        </div>
      </TabPanel>
    </div>
  );
}

const netOf = ({ capturedMinor, refundedMinor }: Sales) => capturedMinor - refundedMinor;

function averageOf({ orders, capturedMinor }: Sales): string {
  return orders > 0 ? formatMoney(Math.round(capturedMinor / orders)) : '–';
}

function factsOf(total: Sales): [label: string, value: string][] {
  return [
    ['Paid', formatMoney(total.capturedMinor)],
    ['Orders', withThousands(total.orders)],
    ['Average order', averageOf(total)],
    ['Refunded', formatMoney(total.refundedMinor)],
    ['Paid less refunds', formatMoney(netOf(total))],
  ];
}

/** In words, because a percentage of nothing says nothing. */
function comparison(period: SalesPeriod, total: Sales, before: Sales): string {
  const paid = `In the ${period} days before, customers paid ${formatMoney(before.capturedMinor)} for ${withThousands(before.orders)} orders`;
  if (before.capturedMinor === 0) return `${paid}.`;
  const change = Math.round((100 * total.capturedMinor) / before.capturedMinor) - 100;
  return `${paid}, so now it is ${change < 0 ? `${-change} % less` : `${change} % more`}.`;
}

const columns: Column<DaySales>[] = [
  { header: 'Day', narrow: 'title', cell: ({ day }) => formatDate(day) },
  { header: 'Orders', numeric: true, cell: ({ orders }) => withThousands(orders) },
  { header: 'Paid', numeric: true, cell: ({ capturedMinor }) => formatMoney(capturedMinor) },
  { header: 'Refunded', numeric: true, cell: ({ refundedMinor }) => formatMoney(refundedMinor) },
  { header: 'Paid less refunds', numeric: true, cell: (sales) => formatMoney(netOf(sales)) },
];
