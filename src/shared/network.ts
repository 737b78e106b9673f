import { isIPv6 } from 'node:net';

/** Who an address stands for: whoever has one of IPv6 has 2^64 of them, all with the same first half. */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address;
  const [left = '', right] = address.split('::');
  const groups = left.split(':').filter(Boolean);
  const tail = right?.split(':').filter(Boolean) ?? [];
  const zeros = Array.from({ length: Math.max(0, 8 - groups.length - tail.length) }, () => '0');
  return [...groups, ...zeros, ...tail].slice(0, 4).join(':').toLowerCase();
}
