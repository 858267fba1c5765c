import { describe, expect, it } from 'vitest'
import { clientAddress, clientKey } from './client-address.ts'
import { parseIp, parseNetwork } from './ip-network.ts'

const proxies = ['10.0.0.0/8', '2001:db8:aaaa::/48', '192.0.2.7'].map(parseNetwork)
const v4 = '198.51.100.4'
const v6 = '2001:db8:1::1'

const rows: readonly [string | undefined, string | undefined, string | undefined, string][] = [
  [v4, undefined, v4, 'direct'],
  [v4, '1.2.3.4', v4, 'header of an untrusted client'],
  [v4, '10.0.0.1', v4, 'header of an untrusted client that names a proxy'],
  ['10.0.0.1', undefined, '10.0.0.1', 'proxy itself'],
  ['10.0.0.1', '', '10.0.0.1', 'empty header'],
  ['10.0.0.1', ' , ', '10.0.0.1', 'empty entries'],
  ['10.0.0.1', v4, v4, 'one proxy'],
  ['::ffff:10.0.0.1', v4, v4, 'proxy in mapped form'],
  ['10.0.0.1', `::ffff:${v4}`, v4, 'client in mapped form'],
  ['10.0.0.1', `${v4}, 10.0.0.2`, v4, 'two proxies'],
  ['10.0.0.1', `${v4},192.0.2.7,2001:db8:aaaa::5,10.0.0.2`, v4, 'four proxies'],
  ['10.0.0.1', `1.2.3.4, ${v4}`, v4, 'spoofed first entry'],
  ['10.0.0.1', `10.0.0.9, ${v4}, 10.0.0.2`, v4, 'spoofed proxy before the client'],
  ['10.0.0.1', `192.0.2.8, ${v4}`, v4, 'neighbour of a single trusted address'],
  ['10.0.0.1', '192.0.2.8, 192.0.2.7', '192.0.2.8', 'neighbour as client'],
  ['10.0.0.1', '10.0.0.3, 10.0.0.2', '10.0.0.3', 'proxies only'],
  ['10.0.0.1', `${v4}:4711`, v4, 'IPv4 with port'],
  ['10.0.0.1', `[${v6}]:443`, v6, 'IPv6 with port'],
  ['10.0.0.1', `[${v6}]`, v6, 'IPv6 in brackets'],
  ['10.0.0.1', v6, v6, 'IPv6'],
  ['10.0.0.1', '2001:DB8:1:0:0:0:0:1', v6, 'IPv6 in another notation'],
  ['2001:db8:aaaa::5', v6, v6, 'IPv6 proxy'],
  ['fe80::1%eth0', undefined, 'fe80::1', 'zone of the connection'],
  ['10.0.0.1', 'unknown', '10.0.0.1', 'RFC 7239 "unknown"'],
  ['10.0.0.1', `${v4}, garbage`, '10.0.0.1', 'garbage last'],
  ['10.0.0.1', `garbage, ${v4}`, v4, 'garbage first'],
  ['10.0.0.1', `${v4}, garbage, 10.0.0.2`, '10.0.0.2', 'garbage between'],
  ['10.0.0.1', '1.2.3.4.5', '10.0.0.1', 'five parts'],
  ['10.0.0.1', '01.2.3.4', '10.0.0.1', 'octal part'],
  ['10.0.0.1', '0x7f000001', '10.0.0.1', 'hexadecimal'],
  ['10.0.0.1', '2130706433', '10.0.0.1', 'one number'],
  ['10.0.0.1', '256.1.1.1', '10.0.0.1', 'part above 255'],
  ['10.0.0.1', `${v6}%eth0`, '10.0.0.1', 'zone in the header'],
  ['10.0.0.1', `"${v4}"`, '10.0.0.1', 'quotes'],
  ['10.0.0.1', 'evil.example', '10.0.0.1', 'name'],
  ['10.0.0.1', 'x'.repeat(100_000), '10.0.0.1', 'long garbage'],
  ['10.0.0.1', `${v4}, ${'10.0.0.2,'.repeat(99)}10.0.0.2`, '10.0.0.2', 'more hops than are read'],
  [undefined, v4, undefined, 'connection without an address'],
  ['', v4, undefined, 'empty address'],
]

describe('client address', () => {
  it.each(rows)('%s, %j › is %s (%s)', (remote, header, expected) => {
    expect(clientAddress(remote, header, proxies)).toEqual(expected && parseIp(expected))
  })

  it('no trusted proxy › ignores the header', () =>
    expect(clientAddress('10.0.0.1', v4, [])).toEqual(parseIp('10.0.0.1')))

  it('IPv4 proxy network › trusts no IPv6 address', () =>
    expect(clientAddress('::a00:1', v4, [parseNetwork('0.0.0.0/0')])).toEqual(parseIp('::a00:1')))

  it.each([
    ['198.51.100.4', '::ffff:198.51.100.4', true],
    ['198.51.100.4', '198.51.100.5', false],
    ['2001:db8:1:2::1', '2001:db8:1:2:ffff:ffff:ffff:ffff', true],
    ['2001:db8:1:2::1', '2001:db8:1:3::1', false],
    ['198.51.100.4', '::c633:6404', false],
    ['::', '0.0.0.0', false],
  ])('%s and %s › shared budget: %s', (first, second, isShared) => {
    expect(clientKey(parseIp(first)) === clientKey(parseIp(second))).toBe(isShared)
  })

  it('clients without an address › share one budget', () => expect(clientKey(undefined)).toBe('unknown'))

  it.each(['', '10.0.0.0/33', '::/129', '10.0.0.0/', '10.0.0.0/8/8', '10.0.0.0/-1', '10.0.0/8', 'localhost'])(
    'invalid proxy %j › error contains the text',
    (text) => expect(() => parseNetwork(text)).toThrow(`Not an IP address or network: ${text}`),
  )
})
