import type { HolderView } from '#features/orders/order-requests.schema.ts';
import { listHolders } from '#features/orders/orders.ts';
import { formatMoney } from '#shared/money.ts';
import { withThousands } from '#shared/thousands.ts';
import { ConsoleHeading } from '../../components/console/console-heading.tsx';
import { DateTime } from '../../components/date-time.tsx';
import { privatePage } from '../../components/page/page-title.ts';
import { staffNotices } from '../../components/page/staff-notices.ts';
import { orErrorPage, requireAdminPage } from '../../respond.ts';
import { visitOf } from '../../shop-context.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import type { Route } from './+types/held-stock.ts';

export const handle = { notices: staffNotices };

export const meta = () => privatePage('Held stock', 'Who holds stock without having paid.');

export async function loader({ url, context }: Route.LoaderArgs) {
  const visit = visitOf(context);
  requireAdminPage(visit, url);
  return { holders: await orErrorPage(listHolders(visit.ctx, visit.actor)) };
}

const kindWords = { account: 'Account', network: 'Network' } as const;

export default function HeldStock({ loaderData }: Route.ComponentProps) {
  const { holders } = loaderData;
  return (
    <div className="px-4 pb-8 lg:px-6">
      <ConsoleHeading
        title="Held stock"
        about="The accounts and networks that hold the most stock in unpaid orders. Each order counts for its account and for the network that it came from."
      />
      {holders.length > 0 ? (
        <DataTable
          caption="Accounts and networks, those with the most units first"
          rows={holders}
          keyOf={({ kind, key }) => `${kind} ${key}`}
          columns={[
            { header: 'Who', cell: (holder) => <Who holder={holder} />, narrow: 'title' },
            { header: 'Orders', cell: ({ orders }) => withThousands(orders), numeric: true },
            { header: 'Units', cell: ({ units }) => withThousands(units), numeric: true },
            {
              header: 'Share of stock',
              cell: ({ percent }) => (percent < 1 ? 'below 1%' : `${percent}%`),
              numeric: true,
            },
            { header: 'To be paid', cell: ({ minor }) => formatMoney(minor), numeric: true },
            { header: 'First due', cell: ({ firstDueAt }) => <DateTime iso={firstDueAt} /> },
            { header: 'Action', cell: (holder) => <ReleaseLink holder={holder} /> },
          ]}
        />
      ) : (
        <EmptyState title="Nothing is held" />
      )}
    </div>
  );
}

function Who({ holder }: { holder: HolderView }) {
  const { kind, label, emailVerified } = holder;
  return (
    <>
      <p className="font-semibold wrap-anywhere">{label}</p>
      <p className="text-sm text-ink-soft">
        {kindWords[kind]}
        {emailVerified === false ? ', email not verified' : null}
      </p>
    </>
  );
}

function ReleaseLink({ holder }: { holder: HolderView }) {
  const { kind, key, label, orders, releasing } = holder;
  if (releasing >= orders) return 'Being released';
  return (
    <ButtonLink
      to={`/admin/held-stock/release?${new URLSearchParams({ kind, key })}`}
      aria-label={`Release what ${label} holds`}
    >
      Release
    </ButtonLink>
  );
}
