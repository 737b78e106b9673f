/** What the checkout asks of a provider's card form, whichever provider it is. */
export interface CardHandle {
  /** Shows what is wrong with the fields and goes to the first; true when nothing is. */
  check(): boolean;
  /**
   * Has the provider take the money: the transaction, or a `CardError` with its sentence. Any other
   * error means that nobody knows whether it did.
   */
  confirm(clientSecret: string): Promise<string>;
}
