import { BlockList, isIPv6 } from 'node:net';

/** Special-purpose networks (RFC 6890 and its registries): this host, the private network, no host at all. */
const reserved: [network: string, prefix: number][] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
  ['::', 127],
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
  // Addresses that carry an IPv4 address, which may be any of the above. (BlockList looks into ::ffff:0:0/96 itself.)
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['2001::', 32],
  ['2002::', 16],
];

const blocked = new BlockList();
for (const [network, prefix] of reserved) blocked.addSubnet(network, prefix, family(network));

/** Whether an IP address is one of the open internet. */
export function isPublicAddress(address: string): boolean {
  return !blocked.check(address, family(address));
}

function family(address: string): 'ipv4' | 'ipv6' {
  return isIPv6(address) ? 'ipv6' : 'ipv4';
}
