const NAME = 'shop-changes';

let channel: BroadcastChannel | null = null;

/** Says to the shop's other tabs that something was changed: the cart, an order, who is signed in. */
export function tellOtherTabs(): void {
  channel?.postMessage(null);
}

/** Calls back when another tab changed something; returns how to stop. */
export function onOtherTabs(changed: () => void): () => void {
  const opened = new BroadcastChannel(NAME);
  channel = opened;
  opened.onmessage = changed;
  return () => {
    opened.close();
    if (channel === opened) channel = null;
  };
}
