import type { LookupAddress } from 'node:dns'
import { lookup } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'

/** Networks that are somebody's own, or nobody's: nothing that strangers name is asked there. Apart, because one list takes an address of IPv4 for one of `::/8`. */
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

/** Whether an address of a network is one anybody can reach; those of IPv4 in the clothes of IPv6 are none. */
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

/** Resolves a name for a connection, and refuses it where any of its addresses is not public: what is asked is what is connected to. */
export const publicLookup: LookupFunction = (host, options, done) => {
  lookup(host, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
    if (error) return done(error, '')
    const [first] = addresses
    if (!first || !addresses.every(({ address }) => isPublicAddress(address))) return done(new PrivateAddressError(), '')
    if (options.all) done(null, addresses)
    else done(null, first.address, first.family)
  })
}
