/**
 * What an address is for: the address book, the cart's parcel or bill, or an order. The purpose is
 * in the page's address, so that it is kept in every step and works without script.
 */
export type Purpose =
  | { kind: 'book' | 'delivery' | 'billing' }
  | { kind: 'order'; orderId: string; back: 'allOrders' | 'order' | null };

export function readPurpose({ searchParams }: URL): Purpose {
  const orderId = searchParams.get('order');
  const back = searchParams.get('back');
  if (orderId) {
    return { kind: 'order', orderId, back: back === 'allOrders' || back === 'order' ? back : null };
  }
  const kind = searchParams.get('for');
  return { kind: kind === 'delivery' || kind === 'billing' ? kind : 'book' };
}

/** The parameters of a purpose, with the leading `?`; empty for the address book. */
export function purposeParams(purpose: Purpose): string {
  if (purpose.kind === 'book') return '';
  if (purpose.kind !== 'order') return `?for=${purpose.kind}`;
  const params = new URLSearchParams({ order: purpose.orderId });
  if (purpose.back) params.set('back', purpose.back);
  return `?${params}`;
}
