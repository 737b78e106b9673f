import { type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react';
import type { ProviderScript } from '#features/payments/payments.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import type { CardHandle } from './card-handle.ts';
import type { Billing } from './card-provider.ts';
import { loadStripe, type StripeElement, type StripeScript } from './load-stripe.ts';
import { CardError } from './payment-calls.ts';

/** Stripe's own card field, in Stripe's frame: the card number never reaches the shop. */
export function StripeCard({
  ref,
  disabled,
  script,
  billing,
  onReady,
}: {
  ref: Ref<CardHandle>;
  disabled: boolean;
  script: ProviderScript;
  billing: Billing;
  onReady: () => void;
}) {
  const field = useStripeField(script, onReady);
  const { card, stripe, state, complete, error, setError } = field;

  useEffect(() => card.current?.update({ disabled }), [card, disabled]);

  useImperativeHandle(ref, () => ({
    check() {
      if (state === 'ready' && complete) return true;
      setError((old) => old ?? 'Please enter your card.');
      card.current?.focus();
      return false;
    },
    confirm: (clientSecret) =>
      confirmWithStripe(stripe.current, card.current, clientSecret, billing),
  }));

  return (
    <fieldset aria-describedby={error ? 'stripe-card-error' : undefined}>
      <legend className="field-label">Card</legend>
      {/* Stripe's frames are light in both color schemes. */}
      <div ref={field.frame} className="control bg-white py-3 [color-scheme:light]" />
      {state === 'loading' ? (
        <p className="mt-1.5 text-sm">
          <Spinner label="Loading the card form" />
        </p>
      ) : null}
      {state === 'missing' ? (
        <Notice tone="danger" className="mt-3">
          <p>The card form could not be loaded. You can pay later, or try again.</p>
          <Button type="button" className="mt-3" onClick={field.tryAgain}>
            Try again
          </Button>
        </Notice>
      ) : null}
      {error ? (
        <p id="stripe-card-error" role="alert" className="mt-1.5 text-sm font-medium text-danger">
          {error}
        </p>
      ) : null}
    </fieldset>
  );
}

/** Loads Stripe's script and mounts its field in `frame`. */
function useStripeField({ url, publishableKey }: ProviderScript, onReady: () => void) {
  const frame = useRef<HTMLDivElement>(null);
  const stripe = useRef<StripeScript>(null);
  const card = useRef<StripeElement>(null);
  const [state, setState] = useState<'loading' | 'ready' | 'missing'>('loading');
  const [complete, setComplete] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const [attempts, setAttempts] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempts` loads the script again
  useEffect(() => {
    let gone = false;
    let element: StripeElement | null = null;
    setState('loading');
    loadStripe(url).then(
      (Stripe) => {
        if (gone || !frame.current) return;
        stripe.current = Stripe(publishableKey);
        element = stripe.current.elements().create('card', { hidePostalCode: true });
        element.on('ready', () => {
          setState('ready');
          onReady();
        });
        element.on('change', (change) => {
          setComplete(change.complete);
          setError(change.error?.message ?? null);
        });
        element.mount(frame.current);
        card.current = element;
      },
      () => {
        if (!gone) setState('missing');
      },
    );
    return () => {
      gone = true;
      element?.destroy();
    };
  }, [url, publishableKey, onReady, attempts]);

  return {
    frame,
    stripe,
    card,
    state,
    complete,
    error,
    setError,
    tryAgain: () => setAttempts(attempts + 1),
  };
}

/** Returns the intent's id; rejects with a `CardError` for a decline. */
async function confirmWithStripe(
  stripe: StripeScript | null,
  card: StripeElement | null,
  clientSecret: string,
  billing: Billing,
): Promise<string> {
  if (!stripe || !card) throw new CardError('The card form is not ready.');
  const response = await stripe.confirmCardPayment(clientSecret, {
    payment_method: { card, billing_details: billing },
  });
  if (response.paymentIntent) return response.paymentIntent.id;
  const { type, message } = response.error ?? {};
  // The request or its response was lost: that is not a decline.
  if (type === 'api_connection_error' || type === 'api_error') throw new Error(message);
  throw new CardError(message ?? 'Your card could not be charged.');
}
