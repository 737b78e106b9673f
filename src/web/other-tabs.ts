const NAME = 'shop-changes';

let channel: BroadcastChannel | null = null;

/** Notifies the shop's other tabs of a change: the cart, an order, signing in or out. */
export function tellOtherTabs(): void {
  channel?.postMessage(null);
}

/** Calls `changed` when another tab changed something; returns the function that stops it. */
export function onOtherTabs(changed: () => void): () => void {
  const opened = new BroadcastChannel(NAME);
  channel = opened;
  opened.onmessage = changed;
  return () => {
    opened.close();
    if (channel === opened) channel = null;
  };
}
