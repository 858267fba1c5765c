import { describe, expect, it } from 'vitest'
import { createAddressCheck } from './public-address.ts'

const rejected = [
  '0.0.0.0',
  '0.1.2.3',
  '10.0.0.1',
  '10.255.255.255',
  '100.64.0.1',
  '100.127.255.255',
  '127.0.0.1',
  '127.255.255.254',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.0.0.170',
  '192.0.2.1',
  '192.88.99.1',
  '192.168.1.1',
  '198.18.0.1',
  '198.19.255.255',
  '198.51.100.7',
  '203.0.113.9',
  '224.0.0.1',
  '239.255.255.250',
  '240.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::7f00:1',
  '::8.8.8.8',
  '::ffff:127.0.0.1',
  '::ffff:7f00:1',
  '0:0:0:0:0:ffff:a00:1',
  '::FFFF:169.254.169.254',
  '::ffff:0:127.0.0.1',
  '::ffff:0:8.8.8.8',
  '64:ff9b::7f00:1',
  '64:ff9b::8.8.8.8',
  '64:ff9b:1::a00:1',
  '100::1',
  '2001::1',
  '2001:0:4136:e378:8000:63bf:3fff:fdd2',
  '2001:2::1',
  '2001:10::1',
  '2001:20::1',
  '2001:db8::1',
  '2002:7f00:1::',
  '2002:808:808::1',
  '3fff::1',
  '3fff:fff::1',
  '5f00::1',
  'fc00::1',
  'fd12:3456:789a::1',
  'fe80::1',
  'fe80::1%eth0',
  '2606:4700::1%eth0',
  'fec0::1',
  'ff02::1',
  '',
  'localhost',
  '1.1.1',
  '01.1.1.1',
  '[::1]',
  '1.1.1.1/32',
]

const allowed = [
  '1.1.1.1',
  '8.8.8.8',
  '9.255.255.255',
  '11.0.0.0',
  '100.63.255.255',
  '100.128.0.0',
  '126.255.255.255',
  '128.0.0.0',
  '172.15.255.255',
  '172.32.0.0',
  '192.167.255.255',
  '192.169.0.0',
  '198.17.255.255',
  '198.20.0.0',
  '223.255.255.255',
  '::ffff:8.8.8.8',
  '2001:200::1',
  '2001:4860:4860::8888',
  '2606:4700:4700::1111',
  '2a00:1450:4001:82a::200e',
]

describe('address check', () => {
  const isAllowed = createAddressCheck([])

  it.each(rejected)('%j › rejected', (address) => expect(isAllowed(address)).toBe(false))
  it.each(allowed)('%j › allowed', (address) => expect(isAllowed(address)).toBe(true))

  it('listed network › allows its addresses and their mapped form, no others', () => {
    const check = createAddressCheck(['127.0.0.0/8', 'fd00::/8'])
    expect(['127.0.0.1', '::ffff:127.0.0.1', 'fd00::1'].map(check)).toEqual([true, true, true])
    expect(['10.0.0.1', '::1', 'fc00::1', '2002:7f00:1::', '::127.0.0.1'].map(check)).not.toContain(true)
  })

  it('listed NAT64 prefix › allows public addresses in it only', () => {
    const check = createAddressCheck(['64:ff9b::/96'])
    expect(check('64:ff9b::8.8.8.8')).toBe(true)
    expect(['64:ff9b::127.0.0.1', '64:ff9b::a00:1', '64:ff9b::1'].map(check)).not.toContain(true)
  })

  it.each(['127.0.0.1', '127.0.0.0/33', '::/129', 'localhost/8', '10.0.0.0/8/8', '10.0.0.0/', 'fe80::%1/64'])(
    'list with %j › error contains the entry',
    (network) => expect(() => createAddressCheck([network])).toThrow(`Not a CIDR network: ${network}`),
  )
})
