import { data, Form, useNavigation } from 'react-router';
import { refundRequest } from '#features/orders/order-requests.schema.ts';
import type { OrderView } from '#features/orders/orders.schema.ts';
import { getOrder, refundOrder } from '#features/orders/orders.ts';
import { amountHint } from '#shared/amount-hint.ts';
import { LONGEST_NOTE } from '#shared/field-lengths.ts';
import { formatMoney, toDecimalText } from '#shared/money.ts';
import { moneyFormat } from '#shared/money-format.ts';
import { requestKey } from '#shared/request-key.schema.ts';
import { AmountField } from '../../components/amount-field.tsx';
import { useRequestKey } from '../../components/order/use-request-key.ts';
import { FormPage } from '../../components/page/form-page.tsx';
import { privatePage } from '../../components/page/page-title.ts';
import { staffNotices } from '../../components/page/staff-notices.ts';
import { redirectWithNotice } from '../../notices.ts';
import { parseFields, submitForm, withPlainAmounts } from '../../posted-form.ts';
import { orErrorPage, readForm, requireAdminPage } from '../../respond.ts';
import { visitOf } from '../../shop-context.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { FormErrors } from '../../ui/form-errors.tsx';
import { Link } from '../../ui/link.tsx';
import { Notice } from '../../ui/notice.tsx';
import { type FormResult, useCheckedForm } from '../../ui/use-checked-form.ts';
import type { Route } from './+types/refund-order.ts';
import { type Asked, GO_BACK, RefundQuestion, SURE } from './refund-order/refund-question.tsx';

/** What the action returned: why nothing was done, or a question first. */
interface Returned {
  result?: FormResult;
  kept?: { amount?: string; reason?: string };
  question?: Asked;
}

const words = () => ({
  amount: { missing: 'An amount is needed.', invalid: amountHint('An amount') },
  reason: { missing: 'A reason is needed.' },
});

export const meta = () => privatePage('Refund', 'Refunding an order.');

export async function loader({ params, url, context }: Route.LoaderArgs) {
  const visit = visitOf(context);
  requireAdminPage(visit, url);
  const order = await orErrorPage(getOrder(visit.ctx, visit.actor, params.orderId));
  const { id, number, name, payment, version } = order;
  const paidMinor = payment?.amountMinor ?? 0;
  const remainingMinor = payment?.refundableMinor ?? 0;
  const isOutside = payment?.isOutside ?? false;
  // The key makes repeated posts of this page one refund.
  return {
    order: { id, number, name, paidMinor, remainingMinor, isOutside, version },
    key: crypto.randomUUID(),
    used: order.refunds.map(({ key }) => key),
  };
}

export { afterEveryForm as shouldRevalidate } from '../../revalidation.ts';

export async function action({ params, url, context }: Route.ActionArgs) {
  const visit = visitOf(context);
  requireAdminPage(visit, url);
  const form = withPlainAmounts(await readForm(context), 'amount');
  const kept = { amount: textOf(form, 'amount'), reason: textOf(form, 'reason') };
  if (form.has(GO_BACK)) return data<Returned>({ kept });
  const { ctx, actor } = visit;
  const { value, refused } = await submitForm(form, refundRequest, async (fields) => {
    const key = parseFields(requestKey, form.get('key'));
    const refund = { ...fields, key, version: Number(form.get('version')) };
    if (!form.has(SURE) && canRefund(await getOrder(ctx, actor, params.orderId), refund)) {
      return { amountMinor: refund.amountMinor };
    }
    return refundOrder(ctx, actor, params.orderId, refund);
  });
  if (refused) return data<Returned>({ result: refused.result }, refused.init);
  if ('amountMinor' in value) {
    const { amountMinor } = value;
    const fields = {
      reason: kept.reason,
      key: textOf(form, 'key'),
      version: textOf(form, 'version'),
    };
    return data<Returned>({ kept, question: { amountMinor, fields } });
  }
  const { payment } = await getOrder(ctx, actor, params.orderId);
  const done = payment?.isOutside ? 'refund-recorded' : 'order-refunded';
  const notice = value.isDone ? done : 'refund-noted';
  // That page names the amount.
  throw redirectWithNotice(`/admin/orders/${params.orderId}`, staffNotices, notice, {
    refund: value.id,
  });
}

/** Whether a refund has to be asked about; a repeat, and one that is refused anyway, has not. */
function canRefund(
  order: OrderView,
  refund: { amountMinor: number; key: string; version: number },
): boolean {
  return (
    refund.version === order.version &&
    refund.amountMinor <= (order.payment?.refundableMinor ?? 0) &&
    order.refunds.every(({ key }) => key !== refund.key)
  );
}

const textOf = (form: FormData, name: string) => String(form.get(name) ?? '');

export default function RefundOrder({ loaderData, actionData }: Route.ComponentProps) {
  const { order } = loaderData;
  const key = useRequestKey(loaderData.key, loaderData.used);
  return (
    <FormPage
      title={`Refund order ${order.number}`}
      intro={`${order.name} paid ${formatMoney(order.paidMinor)}; ${formatMoney(order.remainingMinor)} can be refunded.`}
    >
      {order.remainingMinor > 0 ? (
        <RefundForm key={key} requestKey={key} order={order} returned={actionData ?? {}} />
      ) : (
        <>
          <Notice tone="info" className="mb-6">
            There is nothing left to refund for this order.
          </Notice>
          <ButtonLink to="/AllOrders">Back to All Orders</ButtonLink>
        </>
      )}
    </FormPage>
  );
}

function RefundForm({
  order,
  requestKey: key,
  returned,
}: {
  order: Route.ComponentProps['loaderData']['order'];
  requestKey: string;
  returned: Returned;
}) {
  const { result, kept = {}, question } = returned;
  const action = `/refundOrder/${order.id}`;
  const busy = useNavigation().formAction === action;
  const { form, field, formErrors } = useCheckedForm({
    id: 'refund-order',
    fields: words(),
    lastResult: result,
    values: kept,
  });
  return (
    <>
      <RefundQuestion question={question} action={action} isOutside={order.isOutside} kept={kept} />
      <Form method="post" action={action} {...form} className="space-y-5">
        <input type="hidden" name="key" value={key} />
        <input type="hidden" name="version" value={order.version} />
        <FormErrors errors={formErrors} />
        <AmountField
          field={field('amount')}
          label="Amount"
          hint={`At most ${toDecimalText(order.remainingMinor)}, in ${moneyFormat.currency}. ${order.isOutside ? 'It was paid outside of the shop: give the money back yourself. Here it is recorded as given back.' : 'The money goes to the card that paid.'}`}
        />
        <TextField
          field={field('reason')}
          label="Reason"
          required
          maxLength={LONGEST_NOTE}
          autoComplete="off"
          hint="For the shop's own records."
        />
        <Button look="accent" pending={busy} className="w-full">
          Refund
        </Button>
        <p className="text-sm text-ink-soft">
          To refund items or shipping, use{' '}
          <Link to={`/admin/orders/${order.id}#refund`} className="link">
            the page of the order
          </Link>
          , so that the credit note names them.
        </p>
      </Form>
    </>
  );
}
