import { describe, expect, test } from 'vitest'
import { parseAddress } from './address.ts'
import { eip155Manifest } from './manifest.ts'
import { network } from './testing/unit-world.ts'

const good = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'

describe('parseAddress', () => {
  test.each([
    ['with its checksum', good],
    ['in lower case', good.toLowerCase()],
    ['in upper case', `0x${good.slice(2).toUpperCase()}`],
    ['without 0x', good.slice(2)],
    ['of zeros', `0x${'0'.repeat(40)}`, `0x${'0'.repeat(40)}`],
    ['with spaces around', ` ${good}\n`],
  ])('address %s › its checksum form', (_, text, expected = good) => {
    expect(parseAddress(text)).toBe(expected)
  })

  test('one wrong letter case › checksum error', () => {
    const wrong = good.replace('aA', 'AA')
    expect(() => parseAddress(wrong)).toThrow(expect.objectContaining({ code: 'address/checksum' }))
  })

  test.each([
    '',
    '0x',
    good.slice(0, -1),
    `${good}0`,
    `0X${good.slice(2)}`,
    good.replace('5', 'g'),
    'alice.eth',
    '0x0x12',
  ])('%j › invalid', (text) => {
    expect(() => parseAddress(text)).toThrow(
      expect.objectContaining({ code: 'address/invalid', message: 'Invalid address' }),
    )
  })
})

describe('eip155Manifest', () => {
  test('40 hex digits with optional 0x › look like an address with any checksum', () => {
    expect(eip155Manifest.looksLikeAddress(good.replace('aA', 'AA'))).toBe(true)
    expect(eip155Manifest.looksLikeAddress(good.slice(2))).toBe(true)
    expect(eip155Manifest.looksLikeAddress(`${good}0`)).toBe(false)
  })

  test('explorer links › only if the network has an explorer', () => {
    expect(eip155Manifest.explorerTransactionUrl(network, '0xab')).toBe('https://explorer.example/tx/0xab')
    expect(eip155Manifest.explorerAddressUrl(network, good)).toBe(`https://explorer.example/address/${good}`)
    const { explorer: _, ...bare } = network
    expect(eip155Manifest.explorerTransactionUrl(bare, '0xab')).toBeUndefined()
  })
})
