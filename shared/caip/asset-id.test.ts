import { describe, expect, it } from 'vitest'
import { assetIdOf, readAssetId } from './asset-id.ts'
import { parseChainId } from './chain-id.ts'

const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const mint = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
const solana = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'

describe('assetIdOf', () => {
  it.each([
    ['eip155:1', undefined, 'eip155:1/slip44:60'],
    ['eip155:56', undefined, 'eip155:56/slip44:714'],
    ['eip155:8453', usdc, `eip155:8453/erc20:${usdc}`],
    [solana, undefined, `${solana}/slip44:501`],
    [solana, mint, `${solana}/token:${mint}`],
  ])('CAIP-19 id › %s, %s › expected id', (chain, address, id) => {
    expect(assetIdOf(parseChainId(chain), address)).toBe(id)
    expect(readAssetId(id)).toEqual({ chain, address })
  })

  it('namespace › without asset ids › undefined', () => {
    expect(assetIdOf(parseChainId('polkadot:91b171bb158e2d3848fa23a9f1c25182'), undefined)).toBeUndefined()
  })

  it.each(['eip155:1', 'eip155:1/slip44:501', 'eip155:1/token:abc', 'eip155:1/erc20:', 'x/slip44:60'])(
    '%s › parsed › not an asset id',
    (id) => {
      expect(readAssetId(id)).toBeUndefined()
    },
  )
})
