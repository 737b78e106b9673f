/** The part of Stripe's script that the shop uses: https://docs.stripe.com/js */
export interface StripeScript {
  elements(): { create(kind: 'card', options: { hidePostalCode: boolean }): StripeElement };
  confirmCardPayment(
    clientSecret: string,
    data: {
      payment_method: { card: StripeElement; billing_details: { name: string; email: string } };
    },
  ): Promise<{ paymentIntent?: { id: string }; error?: { type?: string; message?: string } }>;
}

export interface StripeElement {
  mount(element: HTMLElement): void;
  on(event: 'ready', listener: () => void): void;
  on(
    event: 'change',
    listener: (change: { complete: boolean; error?: { message: string } }) => void,
  ): void;
  update(options: { disabled: boolean }): void;
  focus(): void;
  destroy(): void;
}

type MakeStripe = (publishableKey: string) => StripeScript;

const TIMEOUT_MS = 30_000;

/** Loads Stripe's script, which must come from Stripe itself; rejects when it does not load. */
export function loadStripe(url: string): Promise<MakeStripe> {
  const found = () => (window as unknown as { Stripe?: MakeStripe }).Stripe;
  const there = found();
  if (there) return Promise.resolve(there);
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    const fail = () => {
      script.remove();
      reject(new Error('Stripe could not be loaded.'));
    };
    const timer = setTimeout(fail, TIMEOUT_MS);
    script.src = url;
    script.onerror = fail;
    script.onload = () => {
      clearTimeout(timer);
      const Stripe = found();
      if (Stripe) resolve(Stripe);
      else fail();
    };
    document.head.append(script);
  });
}
