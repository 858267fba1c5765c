import { parseUrl } from '../../../shared/parse-url.ts'

/** An address as a number; an IPv4-mapped IPv6 address is its IPv4 address. */
export type IpAddress = { readonly bits: 32 | 128; readonly value: bigint }
/** CIDR. */
export type IpNetwork = IpAddress & { readonly prefix: number }

const ipv4 = /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?!$)|$)){4}$/
const mappedPrefix = 0xffffn

const ipv4Value = (text: string): bigint =>
  text.split('.').reduce((sum, part) => (sum << 8n) | BigInt(part), 0n)

/** Eight groups of a canonical IPv6 address as one number. */
function ipv6Value(text: string): bigint {
  const [head = '', tail] = text.split('::')
  const groupsOf = (part: string | undefined) => (part ? part.split(':') : [])
  const [front, back] = [groupsOf(head), groupsOf(tail)]
  const gap = tail === undefined ? [] : Array.from({ length: 8 - front.length - back.length }, () => '0')
  return [...front, ...gap, ...back].reduce((sum, group) => (sum << 16n) | BigInt(`0x${group}`), 0n)
}

/** Parses an address without port, brackets and zone; undefined for any other text. */
export function parseIp(text: string): IpAddress | undefined {
  if (ipv4.test(text)) return { bits: 32, value: ipv4Value(text) }
  if (text.length > 45 || !/^[0-9a-fA-F:.]*:[0-9a-fA-F:.]*$/.test(text)) return undefined
  const url = parseUrl(`http://[${text}]`)
  if (url === undefined) return undefined
  const value = ipv6Value(url.hostname.slice(1, -1))
  return value >> 32n === mappedPrefix ? { bits: 32, value: value & 0xffffffffn } : { bits: 128, value }
}

/**
 * Parses CIDR, or one address.
 * @throws Error that names the text.
 */
export function parseNetwork(text: string): IpNetwork {
  const [address = '', prefix, ...rest] = text.split('/')
  const ip = parseIp(address)
  const length = prefix === undefined ? ip?.bits : /^\d{1,3}$/.test(prefix) ? Number(prefix) : undefined
  if (ip === undefined || length === undefined || length > ip.bits || rest.length > 0)
    throw new Error(`Not an IP address or network: ${text}`)
  return { ...ip, prefix: length }
}

const networkValue = ({ bits, value }: IpAddress, prefix: number): bigint => value >> BigInt(bits - prefix)

export const contains = (network: IpNetwork, ip: IpAddress): boolean =>
  network.bits === ip.bits && networkValue(network, network.prefix) === networkValue(ip, network.prefix)

/** Rate limit key of one customer: an IPv4 address, or an IPv6 network of 64 bits, all of whose addresses a host can use. */
export const customerNetwork = (ip: IpAddress): string =>
  ip.bits === 32 ? `4:${ip.value.toString(16)}` : `6:${networkValue(ip, 64).toString(16)}`
