import { data, Form, useNavigation } from 'react-router';
import { refundRequest } from '#features/orders/order-requests.schema.ts';
import { getOrder, previewRefund, refundOrder } from '#features/orders/orders.ts';
import { REASON_NEEDED } from '#features/orders/refunds/refund-words.schema.ts';
import { amountHint } from '#shared/amount-hint.ts';
import { LONGEST_NOTE } from '#shared/field-lengths.ts';
import { formatMoney, toDecimalText } from '#shared/money.ts';
import { moneyFormat } from '#shared/money-format.ts';
import { requestKey } from '#shared/request-key.schema.ts';
import { AmountField } from '../../components/amount-field.tsx';
import { useRequestKey } from '../../components/order/use-request-key.ts';
import { FormPage } from '../../components/page/form-page.tsx';
import { privatePage } from '../../components/page/page-title.ts';
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
import { GO_BACK } from '../console/order/go-back.tsx';
import {
  type RefundQuestion as Asked,
  questionOf,
  refundNotices,
  typedFieldsOf,
} from '../console/order/handler.ts';
import type { PostedFields } from '../console/order/order-forms.tsx';
import { RefundQuestion } from '../console/order/refund-question.tsx';
import { staffOrderNotices } from '../console/order/staff-order-notices.ts';
import type { Route } from './+types/refund-order.ts';

/** What the action returned: why nothing was done, or a question first. */
interface Returned {
  result?: FormResult;
  /** What the form had. */
  kept?: PostedFields;
  question?: Asked;
}

/** This page refunds an amount. The page of an order also refunds lines and the shipping. */
const AMOUNT_ALONE = { lines: [], shipping: false, restock: false };

const words = () => ({
  amount: { missing: 'An amount is needed.', invalid: amountHint('An amount') },
  reason: { missing: REASON_NEEDED },
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

export { afterEveryForm as shouldRevalidate } from '../../components/order/after-every-form.ts';

export async function action({ params, url, context }: Route.ActionArgs) {
  const visit = visitOf(context);
  requireAdminPage(visit, url);
  const form = withPlainAmounts(await readForm(context), 'amount');
  const kept = typedFieldsOf(form);
  if (form.has(GO_BACK)) return data<Returned>({ kept });
  const { ctx, actor } = visit;
  const { value, refused } = await submitForm(form, refundRequest, async (fields) => {
    const key = parseFields(requestKey, form.get('key'));
    const refund = { ...fields, key, version: Number(form.get('version')) };
    const order = await getOrder(ctx, actor, params.orderId);
    const amountMinor = previewRefund(order, { ...AMOUNT_ALONE, ...refund });
    const asked = questionOf(form, 'refund', { order, amountMinor });
    return asked ?? refundOrder(ctx, actor, params.orderId, refund);
  });
  if (refused) return data<Returned>({ result: refused.result }, refused.init);
  if ('question' in value) return data<Returned>({ ...value, kept });
  const notice = refundNotices[value.isDone ? 'done' : 'waiting'];
  // That page names the amount.
  throw redirectWithNotice(`/admin/orders/${params.orderId}`, staffOrderNotices, notice, {
    refund: value.id,
  });
}

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
  const { result, kept = [], question } = returned;
  const action = `/refundOrder/${order.id}`;
  const busy = useNavigation().formAction === action;
  const { form, field, formErrors } = useCheckedForm({
    id: 'refund-order',
    fields: words(),
    lastResult: result,
    values: Object.fromEntries(kept),
  });
  return (
    <>
      <RefundQuestion question={question} kept={kept} />
      <Form method="post" action={action} {...form} className="space-y-5">
        <input type="hidden" name="intent" value="refund" />
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
