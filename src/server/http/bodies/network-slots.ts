import { createSlots, type Slots } from '#shared/slots.ts';

/** Runs a piece of work of this network when its turn comes. */
export type NetworkSlots = <T>(network: string, work: () => Promise<T>) => Promise<T>;

/** Lets so many pieces of work of each network run at a time; `waiting` more wait, the rest are 503. */
export function createNetworkSlots(ofOne: number, waiting: number): NetworkSlots {
  const networks = new Map<string, { slots: Slots; asking: number }>();
  return async (network, work) => {
    const own = networks.get(network) ?? { slots: createSlots(ofOne, waiting), asking: 0 };
    networks.set(network, own);
    own.asking += 1;
    try {
      return await own.slots(work);
    } finally {
      own.asking -= 1;
      if (own.asking === 0) networks.delete(network);
    }
  };
}
