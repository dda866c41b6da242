import type { LookupAddress } from 'node:dns'
import { lookup } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'

/**
 * Private and reserved networks, never contacted for user-supplied URLs. Two lists, because a combined one matches IPv4 addresses against
 * `::/8`.
 */
const closed = { ipv4: new BlockList(), ipv6: new BlockList() }
const networks: [address: string, prefix: number, family: 'ipv4' | 'ipv6'][] = [
  ['0.0.0.0', 8, 'ipv4'],
  ['10.0.0.0', 8, 'ipv4'],
  ['100.64.0.0', 10, 'ipv4'],
  ['127.0.0.0', 8, 'ipv4'],
  ['169.254.0.0', 16, 'ipv4'],
  ['172.16.0.0', 12, 'ipv4'],
  ['192.0.0.0', 24, 'ipv4'],
  ['192.0.2.0', 24, 'ipv4'],
  ['192.168.0.0', 16, 'ipv4'],
  ['198.18.0.0', 15, 'ipv4'],
  ['198.51.100.0', 24, 'ipv4'],
  ['203.0.113.0', 24, 'ipv4'],
  ['224.0.0.0', 3, 'ipv4'],
  ['::', 8, 'ipv6'],
  ['64:ff9b::', 32, 'ipv6'],
  ['100::', 64, 'ipv6'],
  ['2001::', 23, 'ipv6'],
  ['2001:db8::', 32, 'ipv6'],
  ['2002::', 16, 'ipv6'],
  ['fc00::', 7, 'ipv6'],
  ['fe80::', 10, 'ipv6'],
  ['fec0::', 10, 'ipv6'],
  ['ff00::', 8, 'ipv6'],
]
for (const [address, prefix, family] of networks) closed[family].addSubnet(address, prefix, family)

/** True for publicly reachable addresses; IPv4-mapped IPv6 addresses are rejected. */
export function isPublicAddress(address: string): boolean {
  const [plain = ''] = address.split('%')
  const family = ({ 4: 'ipv4', 6: 'ipv6' } as const)[isIP(plain)]
  return family !== undefined && !closed[family].check(plain, family)
}

export class PrivateAddressError extends Error {
  constructor() {
    super('The address leads into a private network.')
  }
}

/** DNS lookup for a connection. Rejects a name if any of its addresses is not public, so the checked address is the one connected to. */
export const publicLookup: LookupFunction = (host, options, done) => {
  lookup(host, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
    if (error) return done(error, '')
    const [first] = addresses
    if (!first || !addresses.every(({ address }) => isPublicAddress(address))) return done(new PrivateAddressError(), '')
    if (options.all) done(null, addresses)
    else done(null, first.address, first.family)
  })
}
