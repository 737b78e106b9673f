import type { PaymentProvider, ProviderScript } from '#features/payments/payments.ts';

/** The provider that takes the cards; `script` is set where it has its own form. */
export interface CardProvider {
  name: PaymentProvider;
  script: ProviderScript | null;
}

/** The payer's details that the provider gets. */
export interface Billing {
  name: string;
  email: string;
}
