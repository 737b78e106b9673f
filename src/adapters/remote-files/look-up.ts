/**
 * Looks up the addresses of a host. Of these look-ups none waits for another: `dns.lookup` runs on
 * the threads that the process shares, where a few names of a server that does not respond delay
 * every other name, also after they were called off.
 */
import type { LookupAddress } from 'node:dns';
import { Resolver } from 'node:dns/promises';

/** How long a name server may take. Each is asked twice. */
const WAIT_MS = 2_000;
const ATTEMPTS = 2;

/** The codes of a name that is not there, or has no address of the asked kind. */
const NOTHING_FOUND = /^(?:ENODATA|ENOTFOUND)$/;

/**
 * Every address that the name servers give for the name, those of IPv4 first; the machine's own
 * file of hosts is not read. `nameServers` are addresses with an optional port, and without them
 * those of the machine. Rejects for a name without addresses, for name servers that do not respond
 * within some seconds, and as soon as the signal aborts.
 */
export async function lookUp(
  name: string,
  signal: AbortSignal,
  nameServers?: string[],
): Promise<LookupAddress[]> {
  signal.throwIfAborted();
  // One of its own, because it calls off all that it looks up.
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

/** What was found; one kind is enough. */
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
