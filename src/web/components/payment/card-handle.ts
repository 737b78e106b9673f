/** What the checkout needs of any provider's card form. */
export interface CardHandle {
  /** Shows the errors of the fields and focuses the first; returns true without errors. */
  check(): boolean;
  /**
   * Has the provider take the money. Returns the payment intent's id, or throws a `CardError` with
   * the provider's sentence. After any other error it is unknown whether the provider took the
   * money.
   */
  confirm(clientSecret: string): Promise<string>;
}
