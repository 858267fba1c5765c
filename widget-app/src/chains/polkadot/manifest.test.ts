import { describe, expect, it } from 'vitest'
import { polkadotManifest } from './manifest.ts'
import { alice, moonAccount, network } from './testing/unit-world.ts'

describe('polkadotManifest', () => {
  it.each([
    [alice, true],
    [` ${alice} `, true],
    [moonAccount, true],
    ['4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T', false],
    ['alice.dot', false],
    ['', false],
  ])('%j › looksLikeAddress is %s', (text, expected) => {
    expect(polkadotManifest.looksLikeAddress(text)).toBe(expected)
  })

  it('explorer links › contain hash and address; no explorer › no links', () => {
    expect(polkadotManifest.explorerTransactionUrl(network, '0xab')).toBe(
      'https://subscan.example/extrinsic/0xab',
    )
    expect(polkadotManifest.explorerAddressUrl(network, alice)).toBe(
      `https://subscan.example/account/${alice}`,
    )
    const { explorer: _, ...bare } = network
    expect(polkadotManifest.explorerTransactionUrl(bare, '0xab')).toBeUndefined()
  })
})
