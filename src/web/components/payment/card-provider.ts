/** What the provider's own script needs in the page. */
export interface ProviderScript {
  url: string;
  publishableKey: string;
}

/** The provider that takes the cards; `script` is set where it has its own form. */
export interface CardProvider {
  name: 'sandbox' | 'stripe';
  script: ProviderScript | null;
}

/** The payer's details that the provider gets. */
export interface Billing {
  name: string;
  email: string;
}
