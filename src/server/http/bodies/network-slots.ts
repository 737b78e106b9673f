import { createSlots, type Slots } from '#shared/slots.ts';
import { UNREAD_IMAGE_WAITING_MS } from '#shared/wait-limit.ts';

/** Runs a task of this network when its turn comes. */
export type NetworkSlots = <T>(network: string, work: () => Promise<T>) => Promise<T>;

/** Runs up to `ofOne` tasks of each network at a time; `waiting` more wait, the rest get 503. */
export function createNetworkSlots(ofOne: number, waiting: number): NetworkSlots {
  const networks = new Map<string, { slots: Slots; asking: number }>();
  return async (network, work) => {
    const own = networks.get(network) ?? { slots: createSlots(ofOne, waiting), asking: 0 };
    networks.set(network, own);
    own.asking += 1;
    try {
      return await own.slots(work, UNREAD_IMAGE_WAITING_MS);
    } finally {
      own.asking -= 1;
      if (own.asking === 0) networks.delete(network);
    }
  };
}
