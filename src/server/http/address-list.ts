import { BlockList, isIP } from 'node:net';

/** A proxy on this machine forwards everybody's requests. */
export const LOOPBACK = ['127.0.0.0/8', '::1'];

/** Tells whether an address is one of these addresses and networks, such as 10.0.0.0/8. */
export function addressList(entries: string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const entry of entries) {
    const [address = '', prefix] = entry.split('/');
    const family = familyOf(address);
    if (prefix === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(prefix), family);
  }
  return (address) => isIP(address) !== 0 && list.check(address, familyOf(address));
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 6 ? 'ipv6' : 'ipv4';
}

/** Returns the IPv4 address where a dual-stack socket reports it as '::ffff:10.0.0.1'. */
export function plainAddress(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/, '');
}
