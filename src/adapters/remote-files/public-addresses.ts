/**
 * Decides which network addresses belong to the public internet, and not to a machine or network of
 * ours.
 */
import { BlockList, isIPv4, isIPv6 } from 'node:net';
import { type NetworkInterfaceInfo, networkInterfaces } from 'node:os';

/** The registry of special-purpose addresses (IANA), of IPv4. */
const SPECIAL_IPV4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
];

/**
 * This address belongs to the inside of a cloud although its range is public. Azure serves keys and
 * settings of a machine there
 * (https://learn.microsoft.com/azure/virtual-network/what-is-ip-address-168-63-129-16).
 */
const HOSTS_OF_CLOUDS = ['168.63.129.16/32'];

/** The only public range of IPv6. */
const PUBLIC_IPV6 = '2000::/3';
/** The special ranges within it. Some of them carry an IPv4 address. */
const SPECIAL_IPV6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'];

const special = listOf([...SPECIAL_IPV4, ...HOSTS_OF_CLOUDS, ...SPECIAL_IPV6]);
const publicIpv6 = listOf([PUBLIC_IPV6]);

/**
 * Whether a connection to this address leaves the machine and its networks. `own` are the networks
 * that the machine is part of.
 */
export function isPublicAddress(address: string, own = ownNetworks()): boolean {
  if (isIPv4(address)) return !special.check(address, 'ipv4') && !own.check(address, 'ipv4');
  // An address with a zone, such as fe80::1%eth0, belongs to a link.
  if (!isIPv6(address) || address.includes('%')) return false;
  return (
    publicIpv6.check(address, 'ipv6') &&
    !special.check(address, 'ipv6') &&
    !own.check(address, 'ipv6')
  );
}

/** The networks of this machine. They change while it runs. */
function ownNetworks(): BlockList {
  const infos = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
  return listOf(
    infos.map(({ cidr }: NetworkInterfaceInfo) => cidr).filter((cidr) => cidr !== null),
  );
}

function listOf(networks: string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', bits = ''] = network.split('/');
    const [plain = ''] = address.split('%');
    list.addSubnet(plain, Number(bits), isIPv4(plain) ? 'ipv4' : 'ipv6');
  }
  return list;
}
