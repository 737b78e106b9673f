import { Form, useNavigation } from 'react-router';
import { type HolderKey, holderKey } from '#features/orders/order-requests.schema.ts';
import { getHolder, releaseHeldStock } from '#features/orders/orders.ts';
import { counted } from '#shared/counted.ts';
import { AppError } from '#shared/errors.ts';
import { formatMoney } from '#shared/money.ts';
import { ConsoleHeading } from '../../components/console/console-heading.tsx';
import { privatePage } from '../../components/page/page-title.ts';
import { staffNotices } from '../../components/page/staff-notices.ts';
import { redirectWithNotice } from '../../notices.ts';
import { refuse } from '../../posted-form.ts';
import { orErrorPage, orRefusal, readForm, requireAdminPage } from '../../respond.ts';
import { visitOf } from '../../shop-context.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import type { Route } from './+types/release-stock.ts';

export const meta = () =>
  privatePage('Release stock', 'Cancelling the unpaid orders of an account or a network.');

export async function loader({ url, context }: Route.LoaderArgs) {
  const visit = visitOf(context);
  requireAdminPage(visit, url);
  const holder = readKey(url.searchParams).then((key) => getHolder(visit.ctx, visit.actor, key));
  return { holder: await orErrorPage(holder) };
}

export async function action({ url, context }: Route.ActionArgs) {
  const visit = visitOf(context);
  requireAdminPage(visit, url);
  const key = readKey(await readForm(context));
  const { value, refusal } = await orRefusal(
    key.then((holder) => releaseHeldStock(visit.ctx, visit.actor, holder)),
  );
  if (refusal) return refuse(refusal);
  const notice = value.left > 0 ? 'stock-releasing' : 'stock-released';
  throw redirectWithNotice('/admin/held-stock', staffNotices, notice);
}

async function readKey(fields: URLSearchParams | FormData): Promise<HolderKey> {
  const read = holderKey.safeParse(Object.fromEntries(fields));
  if (read.success) return read.data;
  throw new AppError('not_found', 'There is no such account or network.');
}

export default function ReleaseStock({ loaderData, actionData }: Route.ComponentProps) {
  const { kind, key, label, emailVerified, orders, units, minor } = loaderData.holder;
  const busy = useNavigation().state !== 'idle';
  const subject = orders === 1 ? 'The order' : 'All of them';
  return (
    <div className="max-w-xl px-4 pb-8 lg:px-6">
      <ConsoleHeading title="Release this stock?" about={label} />
      {actionData ? (
        <Notice tone="danger" className="mb-6">
          {actionData.message}
        </Notice>
      ) : null}
      <ul className="mb-6 list-disc space-y-2 pl-5">
        <li>
          This {kind} has {counted(orders, 'unpaid order')} with {counted(units, 'unit')}, worth{' '}
          {formatMoney(minor)}.
          {emailVerified === false ? ' Its email address is not verified.' : null}
        </li>
        <li>{subject} will be cancelled, and the stock goes back on sale.</li>
        <li>Open payments are stopped first. An order that is being paid right now stays paid.</li>
        <li>Each order's customer gets an email about it. This cannot be undone.</li>
      </ul>
      <Form method="post" className="flex flex-wrap gap-3">
        <input type="hidden" name="kind" value={kind} />
        <input type="hidden" name="key" value={key} />
        <Button look="danger" pending={busy}>
          Cancel {counted(orders, 'order')}
        </Button>
        <ButtonLink to="/admin/held-stock">Back</ButtonLink>
      </Form>
    </div>
  );
}
