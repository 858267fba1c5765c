import { describe, expect, test } from 'vitest'
import { solanaManifest } from './manifest.ts'
import { alice, network, signature } from './testing/unit-world.ts'

const at = (url: string) => ({ ...network, explorer: { name: 'Explorer', url } })

describe('solanaManifest', () => {
  test.each([
    [alice, true],
    ['1'.repeat(31), false],
    ['1'.repeat(45), false],
    [`${alice.slice(0, -1)}0`, false],
    ['0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', false],
  ])('%s › looksLikeAddress is %s', (text, looks) => {
    expect(solanaManifest.looksLikeAddress(text)).toBe(looks)
  })

  test('explorer links › the path is inserted before the cluster in the query', () => {
    const devnet = at('https://explorer.example/?cluster=devnet')
    expect(solanaManifest.explorerTransactionUrl(devnet, signature)).toBe(
      `https://explorer.example/tx/${signature}?cluster=devnet`,
    )
    expect(solanaManifest.explorerAddressUrl(at('https://explorer.example/'), alice)).toBe(
      `https://explorer.example/account/${alice}`,
    )
  })

  test('no explorer › no links', () => {
    const { explorer: _, ...bare } = network
    expect(solanaManifest.explorerTransactionUrl(bare, signature)).toBeUndefined()
  })
})
