/** Bodies that are on their way, by network. */
export interface Arrivals {
  /** Counts one more, until `leave` is called. `giveUp` is called when its place is needed. */
  enter(network: string, giveUp: () => void): { leave(): void };
}

/**
 * Bounds how many bodies arrive at a time. When there are more, one is given up: the oldest one of
 * the network that has most of them. A body that comes at an honest speed is gone long before that,
 * so many slow connections take places only from each other.
 */
export function createArrivals(most: number): Arrivals {
  const networks = new Map<string, Set<() => void>>();
  let count = 0;

  function leave(network: string, giveUp: () => void): void {
    const own = networks.get(network);
    if (!own?.delete(giveUp)) return;
    count -= 1;
    if (own.size === 0) networks.delete(network);
  }

  function giveOneUp(): void {
    let [busiest, waiting]: [string, Set<() => void>] = ['', new Set()];
    for (const [network, own] of networks) {
      if (own.size > waiting.size) [busiest, waiting] = [network, own];
    }
    const [oldest] = waiting;
    if (!oldest) return;
    leave(busiest, oldest);
    oldest();
  }

  return {
    enter(network, giveUp) {
      if (count >= most) giveOneUp();
      const own = networks.get(network) ?? new Set();
      networks.set(network, own.add(giveUp));
      count += 1;
      return { leave: () => leave(network, giveUp) };
    },
  };
}
