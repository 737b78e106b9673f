/** What the provider's own script in the page needs. */
export interface ProviderScript {
  url: string;
  publishableKey: string;
}

/** Who takes the cards; `script` where that is a provider with a form of its own. */
export interface CardProvider {
  name: 'sandbox' | 'stripe';
  script: ProviderScript | null;
}

/** Who pays, as the provider is told. */
export interface Billing {
  name: string;
  email: string;
}
