import {
  recheckPayment,
  retryRefund,
  settleRefundOutside,
  withdrawFailedRefund,
} from '#features/orders/orders.ts';
import {
  closeUnknownPayment,
  listFailedRefunds,
  listUnknownPayments,
} from '#features/payments/payments.ts';
import {
  type FailedRefundView,
  problemNote,
  type UnknownPaymentView,
} from '#features/payments/problems.schema.ts';
import { AppError } from '#shared/errors.ts';
import { formatMoney } from '#shared/money.ts';
import { ConsoleHeading } from '../../components/console/console-heading.tsx';
import { ListPages, readListPage } from '../../components/console/list-pages.tsx';
import { TypedGuard } from '../../components/console/typed-guard.tsx';
import { privatePage } from '../../components/page/page-title.ts';
import { staffNotices } from '../../components/page/staff-notices.ts';
import type { NoticeName } from '../../notices.ts';
import { respondToListChange } from '../../posted-form.ts';
import { orErrorPage, readForm, requireAdminPage, requireRows } from '../../respond.ts';
import { type Visit, visitOf } from '../../shop-context.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LinkTabs, TabPanel } from '../../ui/link-tabs.tsx';
import { Notice } from '../../ui/notice.tsx';
import type { Route } from './+types/payment-problems.ts';
import { Problem } from './payment-problems/problem.tsx';

export const handle = { notices: staffNotices };

export const meta = () =>
  privatePage('Payment problems', 'Refunds and payments that need a decision by staff.');

/** Refunds that failed; with `?list=payments`, payments that the shop does not know. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const visit = visitOf(context);
  requireAdminPage(visit, url);
  const { ctx, actor } = visit;
  const page = readListPage(url.searchParams);
  const wantsPayments = url.searchParams.get('list') === 'payments';
  const [refunds, payments] = await orErrorPage(
    Promise.all([
      wantsPayments ? null : listFailedRefunds(ctx, actor, page),
      wantsPayments ? listUnknownPayments(ctx, actor, page) : null,
    ]),
  );
  requireRows(url, (refunds ?? payments)?.items ?? []);
  return { refunds, payments, limit: page.limit };
}

export async function action({ url, context }: Route.ActionArgs) {
  const visit = visitOf(context);
  requireAdminPage(visit, url);
  const form = await readForm(context);
  const { work, notice } = resolve(visit, form);
  return respondToListChange(work, url, staffNotices, notice);
}

/** Handles a form, and returns the notice of the page that follows. */
function resolve(
  { ctx, actor }: Visit,
  form: FormData,
): { work: Promise<unknown>; notice: NoticeName<typeof staffNotices> } {
  const id = String(form.get('id') ?? '');
  const withNote = async (close: (note: string) => Promise<void>) => {
    const note = problemNote.safeParse(form.get('note') ?? '');
    if (!note.success) throw new AppError('invalid_request', 'Please write a note first.');
    await close(note.data);
  };
  switch (form.get('intent')) {
    case 'retry':
      return { work: retryRefund(ctx, actor, id).then(requireDone), notice: 'order-refunded' };
    case 'settle':
      return {
        work: withNote((note) => settleRefundOutside(ctx, actor, id, note)),
        notice: 'refund-settled',
      };
    case 'withdraw':
      return {
        work: withNote((note) => withdrawFailedRefund(ctx, actor, id, note)),
        notice: 'refund-withdrawn',
      };
    case 'look':
      return { work: recheckPayment(ctx, actor, id), notice: 'payment-found' };
    default:
      return {
        work: withNote((note) => closeUnknownPayment(ctx, actor, id, note)),
        notice: 'payment-closed',
      };
  }
}

function requireDone({ isDone }: { isDone: boolean }): void {
  if (isDone) return;
  const sentence =
    'The card provider is not responding. The shop will try the refund again automatically.';
  throw new AppError('unavailable', sentence);
}

export default function PaymentProblems({ loaderData, actionData }: Route.ComponentProps) {
  const { refunds, payments, limit } = loaderData;
  const list = refunds ?? payments;
  const selected = payments ? 'payments' : 'refunds';
  return (
    <div className="px-4 pb-8 lg:px-6">
      <TypedGuard />
      <ConsoleHeading
        title="Payment problems"
        about="Refunds that the card provider refused, or that the bank returned later, wait here for your decision. So do payments that the provider does not know or could not stop: until you close them, the shop looks for them again every six hours."
      />
      {actionData ? (
        <Notice tone="danger" className="mb-6">
          {actionData.message}
        </Notice>
      ) : null}
      <LinkTabs
        label="Lists"
        selected={selected}
        tabs={[
          { id: 'refunds', label: 'Failed refunds', to: '/admin/payment-problems' },
          {
            id: 'payments',
            label: 'Unknown payments',
            to: '/admin/payment-problems?list=payments',
          },
        ]}
        className="-mx-2.5 mb-6 justify-start sm:-mx-4"
      />
      <TabPanel tab={selected}>
        {list && list.items.length > 0 ? (
          <>
            <ul className="space-y-5">
              {refunds?.items.map((refund) => (
                <li key={refund.id}>
                  <FailedRefund refund={refund} />
                </li>
              ))}
              {payments?.items.map((payment) => (
                <li key={payment.id}>
                  <UnknownPayment payment={payment} />
                </li>
              ))}
            </ul>
            <ListPages next={list.next} limit={limit} />
          </>
        ) : (
          <EmptyState title="There is nothing to decide" />
        )}
      </TabPanel>
    </div>
  );
}

function FailedRefund({ refund }: { refund: FailedRefundView }) {
  const { hasPaidOrder } = refund;
  const whatToDo =
    'Try again, or return the money in another way and mark it as settled. A refund of this amount that you make in the provider account counts as this one, even after you have marked it as settled.';
  const whenToWithdraw = refund.isDifference
    ? 'Withdraw it only if the customer does not get it: what the exchange costs less then goes back with the item alone.'
    : 'Withdraw it if nothing is returned: this money can then be refunded again.';
  return (
    <Problem
      id={refund.id}
      title={`${formatMoney(refund.amountMinor)}${refund.orderNumber ? ` of order ${refund.orderNumber}` : ' of a payment without an order'}`}
      since={refund.createdAt}
      facts={[
        ['The provider says', refund.failure],
        ['Why it was asked for', refund.reason],
        ['Payment', `${refund.intentId ?? 'none'}, at ${refund.provider}`],
        [
          'What to do',
          hasPaidOrder
            ? `${whatToDo} ${whenToWithdraw} If the customer has a credit note for it, they get a debit note that takes it back.`
            : whatToDo,
        ],
      ]}
      again={{ intent: 'retry', label: 'Try again' }}
      hint={hasPaidOrder ? 'How the money was returned, or why it is not' : 'How it was returned'}
      close={[
        { intent: 'settle', label: 'Mark as settled' },
        ...(hasPaidOrder ? [{ intent: 'withdraw', label: 'Withdraw' }] : []),
      ]}
    />
  );
}

function UnknownPayment({ payment }: { payment: UnknownPaymentView }) {
  const order = payment.orderNumber ? `Order ${payment.orderNumber}` : 'No order';
  return (
    <Problem
      id={payment.id}
      title={`${order}, ${formatMoney(payment.amountMinor)}`}
      since={payment.createdAt}
      facts={[
        ['Payment', `${payment.intentId ?? 'none'}, started at ${payment.provider}`],
        ['Order status', payment.orderStatus ?? 'no order'],
        [
          'What to do',
          'Look the payment up in the provider account where it was started. If the card was charged and the order is not paid by it, refund it there.',
        ],
      ]}
      again={{ intent: 'look', label: 'Look again' }}
      hint="What you found there"
      close={[{ intent: 'close', label: 'Close' }]}
    />
  );
}
