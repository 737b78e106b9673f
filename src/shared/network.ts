import { isIPv6 } from 'node:net';

/**
 * The network of an address: an IPv4 address itself, or the /64 of an IPv6 one, because a
 * subscriber gets 2^64 addresses. The same network always has the same text.
 */
export function networkOf(address: string): string {
  return prefixOf(address, 4);
}

/**
 * The site of an address: an IPv4 address itself, or the /48 of an IPv6 one, because one subscriber
 * may have up to 65,536 networks. Several subscribers of a provider may share a site. So use it
 * only to share scarce capacity, and for limits that are high enough for all of them.
 */
export function siteOf(address: string): string {
  return prefixOf(address, 3);
}

/**
 * The networks that limits count for an address: its network, and for IPv6 also its site. A site
 * has twice the limit, because several subscribers may share it.
 */
export function countedNetworks(address: string): { network: string; times: 1 | 2 }[] {
  const [network, site] = [networkOf(address), siteOf(address)];
  const own = { network, times: 1 } as const;
  return site === network ? [own] : [own, { network: site, times: 2 }];
}

function prefixOf(address: string, length: number): string {
  const [plain = ''] = address.split('%');
  if (!isIPv6(plain)) return address;
  const groups = groupsOf(plain);
  const isIPv4 = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  if (isIPv4) return groups.slice(6).flatMap(bytesOf).join('.');
  return `${groups
    .slice(0, length)
    .map((group) => group.toString(16))
    .join(':')}::/${length * 16}`;
}

/** The eight groups of an IPv6 address, which may end in an IPv4 one. */
function groupsOf(address: string): number[] {
  const [left = [], right] = address.split('::').map(toGroups);
  if (!right) return left;
  const zeros = Array.from({ length: 8 - left.length - right.length }, () => 0);
  return [...left, ...zeros, ...right];
}

function toGroups(text: string): number[] {
  return text
    .split(':')
    .filter(Boolean)
    .flatMap((group) => {
      if (!group.includes('.')) return [Number.parseInt(group, 16)];
      const [a = 0, b = 0, c = 0, d = 0] = group.split('.').map(Number);
      return [a * 256 + b, c * 256 + d];
    });
}

function bytesOf(group: number): number[] {
  return [group >> 8, group & 255];
}
