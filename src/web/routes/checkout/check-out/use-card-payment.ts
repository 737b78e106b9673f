import { type RefObject, useRef, useState } from 'react';
import { useNavigate, useRevalidator } from 'react-router';
import type { CardHandle } from '../../../components/payment/card-handle.ts';
import {
  CardError,
  callPayment,
  settlePayment,
} from '../../../components/payment/payment-calls.ts';
import type { PayRefusal, ToPay } from './to-pay.ts';

export type CardPayment =
  | { state: 'idle' | 'working' | 'paid' }
  | { state: 'declined'; message: string }
  | { state: 'refused'; refusal: PayRefusal };

/**
 * Pays by card: order, intent, provider, settlement, in this order. The address becomes the order's
 * as soon as there is one, so that reload and Back find an order, not a cart to buy again.
 */
export function useCardPayment(toPay: ToPay, card: RefObject<CardHandle | null>) {
  const [payment, setPayment] = useState<CardPayment>({ state: 'idle' });
  const running = useRef(false);
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();

  async function run(handle: CardHandle): Promise<CardPayment> {
    const expectedTotalMinor = toPay.totalMinor;
    const refused = (code: string, message: string): CardPayment => ({
      state: 'refused',
      refusal: { code, message, expectedTotalMinor },
    });
    const started = await callPayment({
      intent: 'start',
      orderId: toPay.orderId ?? '',
      cartId: toPay.cartId ?? '',
      expectedTotalMinor: String(expectedTotalMinor),
    });
    if (started.orderId && !toPay.orderId) {
      await navigate(`/checkOut/${started.orderId}`, { replace: true, preventScrollReset: true });
    }
    if (!started.ok) return refused(started.code, started.message);
    const transaction = await handle.confirm(started.clientSecret ?? '');
    const settled = await settlePayment(started.orderId, transaction);
    return settled.ok ? { state: 'paid' } : refused(settled.code, settled.message);
  }

  async function pay() {
    const handle = card.current;
    if (!handle || running.current || !handle.check()) return;
    running.current = true;
    setPayment({ state: 'working' });
    const result = await run(handle).catch((error: unknown): CardPayment => {
      const message =
        error instanceof CardError ? error.message : 'Your card could not be charged.';
      return { state: 'declined', message };
    });
    running.current = false;
    setPayment(result);
    // A page that is fetched again without a session is the sign-in page: what was typed would go.
    const isSignedOut = result.state === 'refused' && result.refusal.code === 'unauthenticated';
    if (!isSignedOut) await revalidate();
  }

  return { payment, pay };
}
