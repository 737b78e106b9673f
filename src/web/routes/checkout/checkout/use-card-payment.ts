import { type RefObject, useRef, useState } from 'react';
import { useNavigate, useRevalidator } from 'react-router';
import type { CardHandle } from '../../../components/payment/card-handle.ts';
import {
  CardError,
  callPayment,
  type PaymentRefusal,
  settlePayment,
} from '../../../components/payment/payment-calls.ts';
import type { PayRefusal, ToPay } from './to-pay.ts';

export type CardPayment =
  | { state: 'idle' | 'working' | 'paid' }
  | { state: 'declined'; message: string }
  | { state: 'refused'; refusal: PayRefusal; lost: boolean };

/**
 * Pays by card: order, intent, provider, settlement, in this order. Once the order exists, the
 * address becomes the order's, so that reload and Back show the order and not a cart to buy again.
 */
export function useCardPayment(toPay: ToPay, card: RefObject<CardHandle | null>) {
  const [payment, setPayment] = useState<CardPayment>({ state: 'idle' });
  const running = useRef(false);
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();

  async function run(handle: CardHandle): Promise<CardPayment> {
    const expectedTotalMinor = toPay.totalMinor;
    const returnId = toPay.returnId ?? '';
    const refused = ({ code, message, lost = false }: PaymentRefusal): CardPayment => ({
      state: 'refused',
      refusal: { code, message, expectedTotalMinor },
      lost,
    });
    const started = await callPayment({
      intent: 'start',
      returnId,
      orderId: toPay.orderId ?? '',
      cartId: toPay.cartId ?? '',
      addressId: toPay.addressId ?? '',
      methodId: toPay.delivery?.id ?? '',
      expectedTotalMinor: String(expectedTotalMinor),
      expectedTaxMinor: String(toPay.taxMinor),
    });
    if (started.orderId && !toPay.orderId) {
      await navigate(`/checkOut/${started.orderId}`, { replace: true, preventScrollReset: true });
    }
    if (!started.ok) return refused(started);
    let transaction: string | null = null;
    try {
      transaction = await handle.confirm(started.clientSecret ?? '');
    } catch (error) {
      if (error instanceof CardError) return { state: 'declined', message: error.message };
    }
    const settled = await settlePayment({ orderId: started.orderId, returnId }, transaction);
    return settled.ok ? { state: 'paid' } : refused(settled);
  }

  async function pay() {
    const handle = card.current;
    if (!handle || running.current || !handle.check()) return;
    running.current = true;
    setPayment({ state: 'working' });
    const result = await run(handle);
    running.current = false;
    setPayment(result);
    // If the session has ended, loading the page again would show sign-in and lose the typed
    // values. After a lost response the cart may have become an order, which Pay Now finds. Loading
    // the page again would show an empty cart.
    const keep =
      result.state === 'refused' && (result.lost || result.refusal.code === 'unauthenticated');
    if (!keep) await revalidate();
  }

  return { payment, pay };
}
