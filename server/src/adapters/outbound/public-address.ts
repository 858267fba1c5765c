import { BlockList, isIP, isIPv4 } from 'node:net'

/**
 * IPv4 networks that are not public: all of IANA's special-purpose registry (RFC 6890) that is not "globally reachable", the
 * deprecated 6to4 relays, multicast and class E.
 */
const nonPublicIpv4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
]

/** The only IPv6 network assigned to public hosts (RFC 4291); the others need no list. */
const globalUnicast = '2000::/3'

/** Networks inside it that are not public: Teredo, ORCHID and benchmarks (2001::/23), documentation, 6to4. */
const nonPublicIpv6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']

/** NAT64 (RFC 6052): the last 32 bits are the IPv4 address that the gateway connects to. */
const nat64 = '64:ff9b::/96'

/** @throws Error with the text if it is not a CIDR network. */
function addNetwork(list: BlockList, cidr: string): void {
  const [address = '', prefix = '', ...rest] = cidr.split('/')
  const version = address.includes('%') ? 0 : isIP(address)
  const bits = version === 4 ? 32 : 128
  if (version === 0 || rest.length > 0 || !/^\d{1,3}$/.test(prefix) || Number(prefix) > bits)
    throw new Error(`Not a CIDR network: ${cidr}`)
  list.addSubnet(address, Number(prefix), version === 4 ? 'ipv4' : 'ipv6')
}

function listOf(networks: readonly string[]): BlockList {
  const list = new BlockList()
  for (const network of networks) addNetwork(list, network)
  return list
}

/** The address in its canonical form, or undefined if invalid. Zone ids (`%eth0`) exist in private scopes only. */
function canonical(address: string): string | undefined {
  if (address.includes('%') || isIP(address) === 0) return undefined
  return isIPv4(address) ? address : new URL(`http://[${address}]`).hostname.slice(1, -1)
}

/** The last 32 bits of a canonical IPv6 address. */
function lastIpv4(address: string): string {
  const groups = address.split(':').slice(-2)
  const value = groups.reduce((sum, group) => sum * 0x10000 + Number.parseInt(group || '0', 16), 0)
  return [24, 16, 8, 0].map((shift) => (value >>> shift) & 0xff).join('.')
}

/**
 * Creates a check of addresses before a connection. `allowedPrivate`: CIDR networks that are allowed although they are not
 * public. An address that embeds an IPv4 address is rejected, except in two forms that are equivalent to that address: the
 * IPv4-mapped form, and the NAT64 form if the operator lists `64:ff9b::/96`.
 * @throws Error with the entry of `allowedPrivate` that is not a CIDR network.
 */
export function createAddressCheck(allowedPrivate: readonly string[]): (address: string) => boolean {
  const allowed = listOf(allowedPrivate)
  const blockedIpv4 = listOf(nonPublicIpv4)
  const blockedIpv6 = listOf(nonPublicIpv6)
  const global = listOf([globalUnicast])
  const translated = listOf([nat64])

  const isAllowedIpv4 = (address: string) =>
    allowed.check(address, 'ipv4') || !blockedIpv4.check(address, 'ipv4')

  return (text) => {
    const address = canonical(text)
    if (address === undefined) return false
    if (isIPv4(address)) return isAllowedIpv4(address)
    if (address.startsWith('::ffff:') && address.split(':').length === 5)
      return isAllowedIpv4(lastIpv4(address))
    if (translated.check(address, 'ipv6'))
      return allowed.check(address, 'ipv6') && isAllowedIpv4(lastIpv4(address))
    if (allowed.check(address, 'ipv6')) return true
    return global.check(address, 'ipv6') && !blockedIpv6.check(address, 'ipv6')
  }
}
