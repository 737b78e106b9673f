import type { SiteContent, SiteContentReader } from '#features/site-content.ts';
import { type CacheableAddress, createAddresses } from './cacheable-addresses.ts';

export interface FreshAddresses {
  /** Uses the categories that this process read last. */
  addressOf(url: string): CacheableAddress | null;
  /** Uses the categories as of the last check. Reads them first if they have changed. */
  freshAddressOf(url: string): Promise<CacheableAddress | null>;
  /** Call it when a check reports that the categories may have changed. */
  expire(): void;
}

/**
 * Knows which addresses are cached, as recently as the last check. After a check that reported a
 * change of everything, the categories are read once for all waiting requests. Otherwise this costs
 * nothing.
 */
export function createFreshAddresses(
  siteContent: SiteContentReader,
  options: Parameters<typeof createAddresses>[1],
): FreshAddresses {
  let isExpired = true;
  let reading: Promise<void> | null = null;
  let made: { of: SiteContent; addressOf: (url: string) => CacheableAddress | null } | null = null;

  function addressOf(url: string): CacheableAddress | null {
    const { known } = siteContent;
    if (made?.of !== known)
      made = { of: known, addressOf: createAddresses(known.categories, options) };
    return made.addressOf(url);
  }

  async function read(): Promise<void> {
    isExpired = false;
    try {
      await siteContent.read();
    } catch (error) {
      isExpired = true;
      throw error;
    }
  }

  return {
    addressOf,
    async freshAddressOf(url) {
      if (isExpired) {
        const mine = read().finally(() => {
          if (reading === mine) reading = null;
        });
        reading = mine;
      }
      if (reading) await reading;
      return addressOf(url);
    },
    expire() {
      isExpired = true;
    },
  };
}
