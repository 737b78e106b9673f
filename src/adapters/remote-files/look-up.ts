/**
 * Looks up the addresses of a host. These look-ups do not wait for one another. `dns.lookup` uses
 * threads that the whole process shares: a few names of a server that does not respond delay every
 * other name there, even after they were aborted.
 */
import type { LookupAddress } from 'node:dns';
import { Resolver } from 'node:dns/promises';

/** How long a name server may take. Each is asked twice. */
const WAIT_MS = 2_000;
const ATTEMPTS = 2;

/** The codes for a name that does not exist, or has no address of the requested kind. */
const NOTHING_FOUND = /^(?:ENODATA|ENOTFOUND)$/;

/**
 * Every address that the name servers return for the name, IPv4 first. The machine's hosts file is
 * not read. `nameServers` are addresses with an optional port; without them, those of the machine
 * are used. Rejects for a name without addresses, for name servers that do not respond within some
 * seconds, and as soon as the signal aborts.
 */
export async function lookUp(
  name: string,
  signal: AbortSignal,
  nameServers?: string[],
): Promise<LookupAddress[]> {
  signal.throwIfAborted();
  // Each look-up has its own resolver, because cancelling a resolver ends all its look-ups.
  const resolver = new Resolver({ timeout: WAIT_MS, maxTimeout: WAIT_MS, tries: ATTEMPTS });
  if (nameServers) resolver.setServers(nameServers);
  const cancel = () => resolver.cancel();
  signal.addEventListener('abort', cancel, { once: true });
  try {
    const found = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
    return addressesOf(name, found);
  } finally {
    signal.removeEventListener('abort', cancel);
  }
}

/** The addresses that were found. One kind is enough. */
function addressesOf(name: string, found: PromiseSettledResult<string[]>[]): LookupAddress[] {
  const addresses = found.flatMap((result, index) => {
    const family = index === 0 ? 4 : 6;
    return result.status === 'fulfilled'
      ? result.value.map((address) => ({ address, family }))
      : [];
  });
  if (addresses.length > 0) return addresses;
  const reasons = found.map((result) => (result.status === 'rejected' ? result.reason : null));
  const failure = reasons.find((reason) => reason && !NOTHING_FOUND.test(reason.code));
  throw new Error(`No address was found for ${name}.`, { cause: failure ?? reasons[0] });
}
