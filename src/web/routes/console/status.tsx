import { countWaiting } from '#features/emails/emails.ts';
import { findPaymentProblems, findPaymentsWaiting } from '#features/payments/payments.ts';
import { listRemovals, type RemovalView } from '#features/retention/retention.ts';
import { MOST_COUNTED, upTo } from '#shared/counted.ts';
import { formatTime } from '#shared/dates.ts';
import type { Integration } from '#shared/integration.ts';
import { withThousands } from '#shared/thousands.ts';
import { ConsoleHeading } from '../../components/console/console-heading.tsx';
import { privatePage } from '../../components/page/page-title.ts';
import { orErrorPage, requireAdminPage } from '../../respond.ts';
import { visitOf } from '../../shop-context.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { Notice } from '../../ui/notice.tsx';
import type { Route } from './+types/status.ts';

export const meta = () => privatePage('Status', 'How the shop is connected to the outside world.');

export async function loader({ url, context }: Route.LoaderArgs) {
  const visit = visitOf(context);
  requireAdminPage(visit, url);
  const { ctx, actor } = visit;
  const [waiting, mails, problems, removals] = await orErrorPage(
    Promise.all([
      findPaymentsWaiting(ctx, actor),
      countWaiting(ctx, actor),
      findPaymentProblems(ctx, actor),
      listRemovals(ctx, actor),
    ]),
  );
  const { integrations, mode } = visit;
  return { integrations, mode, waiting: { ...waiting, mails }, problems, removals };
}

const stateWords: Record<Integration['state'], string> = {
  real: 'Real',
  sandbox: 'Sandbox',
  missing: 'Missing',
};

const connectionColumns: Column<Integration>[] = [
  { header: 'What', cell: ({ name }) => name, narrow: 'title' },
  {
    header: 'State',
    cell: ({ state }) => <span className="whitespace-nowrap">{stateWords[state]}</span>,
    narrow: 'corner',
  },
  { header: 'By', cell: ({ by }) => by },
  { header: 'To set', cell: ({ toDo }) => toDo ?? 'Nothing' },
];

const waitingColumns: Column<{ what: string; count: number }>[] = [
  { header: 'What', cell: ({ what }) => what, narrow: 'title' },
  {
    header: 'Count',
    cell: ({ count }) => upTo(count, MOST_COUNTED),
    numeric: true,
    narrow: 'corner',
  },
];

const removalColumns: Column<RemovalView>[] = [
  { header: 'What', cell: ({ what }) => what, narrow: 'title' },
  { header: 'Last time', cell: ({ lastAt }) => formatTime(lastAt) },
  {
    header: 'Removed',
    cell: ({ removed }) => withThousands(removed),
    numeric: true,
    narrow: 'corner',
  },
];

export default function Status({ loaderData }: Route.ComponentProps) {
  const { integrations, mode, waiting, problems, removals } = loaderData;
  const rows = [
    { what: 'Refunds to be carried out', count: waiting.refunds },
    { what: 'Refunds that failed', count: problems.refunds },
    {
      what: 'Payments that the card provider does not know or could not stop',
      count: problems.payments,
    },
    { what: 'Messages from the card provider to be processed', count: waiting.events },
    { what: 'Emails to be sent', count: waiting.mails },
  ];
  return (
    <div className="px-4 pb-8 lg:px-6">
      <ConsoleHeading
        title="Status"
        about={
          mode === 'demo'
            ? 'This is a demo: sandboxes take the place of what is missing.'
            : 'This shop is in production.'
        }
      />
      {problems.keysRefused ? (
        <Notice tone="danger" className="mb-8">
          The card provider refuses the shop's keys, so nobody can pay by card. It says: “
          {problems.keysRefused}” Please give the shop a secret key that it accepts.
        </Notice>
      ) : null}
      <section aria-labelledby="connections" className="mb-8">
        <h2 id="connections" className="mb-2 font-sans font-semibold">
          Connections
        </h2>
        <DataTable
          caption="What the shop is connected to"
          rows={integrations}
          keyOf={({ name }) => name}
          columns={connectionColumns}
        />
      </section>
      <section aria-labelledby="waiting" className="mb-8">
        <h2 id="waiting" className="mb-2 font-sans font-semibold">
          Waiting
        </h2>
        <DataTable
          caption="Work that is still to be done"
          rows={rows}
          keyOf={({ what }) => what}
          columns={waitingColumns}
        />
      </section>
      {removals.length > 0 ? <Removals rows={removals} /> : null}
    </div>
  );
}

function Removals({ rows }: { rows: RemovalView[] }) {
  return (
    <section aria-labelledby="removed" className="mb-8">
      <h2 id="removed" className="mb-2 font-sans font-semibold">
        Removed because of their age
      </h2>
      <DataTable
        caption="What was removed because of its age"
        rows={rows}
        keyOf={({ what }) => what}
        columns={removalColumns}
      />
    </section>
  );
}
