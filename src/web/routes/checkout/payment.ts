import { redirect } from 'react-router';
import {
  limitProviderRequests,
  payExtra,
  placeOrderFromCart,
  settleOrderPayment,
  startCardPayment,
  startExtraPayment,
} from '#features/checkout/checkout.ts';
import type { PaymentResult } from '../../components/payment/payment-calls.ts';
import { orRefusal, readForm, refusalInit } from '../../respond.ts';
import { visitOf } from '../../shop-context.ts';
import type { Route } from './+types/payment.ts';
import { keepOrder } from './keep-order.ts';
import { readMinor } from './read-minor.ts';

/**
 * The two calls of the card form. `start` places the order if the cart is not one yet, and opens
 * its payment. `settle` has the shop check the payment that the provider took. If the response was
 * lost and no payment intent is known, it checks the order's payment. With `returnId` both are about
 * the extra payment of that return.
 */
export async function action({ context }: Route.ActionArgs): Promise<Response> {
  const visit = visitOf(context);
  const form = await readForm(context);
  const text = (name: string) => String(form.get(name) ?? '');
  let orderId = text('orderId');
  const work = async () => {
    const returnId = text('returnId');
    if (returnId) {
      const { ctx, actor } = visit;
      if (text('intent') === 'settle') {
        await payExtra(ctx, actor, returnId, { transaction: text('transaction') });
        return {};
      }
      return startExtraPayment(ctx, actor, returnId);
    }
    if (text('intent') === 'settle') {
      await settleOrderPayment(visit.ctx, visit.actor, orderId, text('transaction') || null);
      return {};
    }
    await limitProviderRequests(visit.ctx, visit.actor);
    let { actor } = visit;
    if (!orderId) {
      const order = await placeOrderFromCart(visit.ctx, actor, {
        cartId: text('cartId'),
        expectedTotalMinor: Number(text('expectedTotalMinor')),
        expectedTaxMinor: readMinor(form.get('expectedTaxMinor')),
        addressId: text('addressId') || null,
        methodId: text('methodId') || null,
        byCard: true,
      });
      orderId = order.id;
      actor = await keepOrder(visit, order);
    }
    return startCardPayment(visit.ctx, actor, orderId);
  };
  const { value, refusal } = await orRefusal(work());
  if (!refusal) return respond({ ok: true, orderId, ...value });
  const { code, message } = refusal;
  return respond({ ok: false, code, message, orderId: orderId || null }, refusalInit(refusal));
}

/** A person who opens this address is redirected to the form. */
export function loader() {
  return redirect('/checkOut');
}

function respond(body: PaymentResult, init?: ResponseInit): Response {
  return Response.json(body, init);
}
