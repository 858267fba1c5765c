import { describe, expect, it } from 'vitest'
import { parseTokenList } from './token-list.ts'

const usdc = {
  chainId: 1,
  address: '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48',
  name: 'USD Coin',
  symbol: 'USDC',
  decimals: 6,
  logoURI: 'https://tokens.example/usdc.png',
}
const list = (...tokens: readonly unknown[]) => ({ name: 'Test', timestamp: '2026-01-01', tokens })

describe('token list', () => {
  it('valid list › chain as CAIP-2, token with checksum', () => {
    expect(parseTokenList(list(usdc), 'tokens.json')).toEqual([
      {
        chainId: 'eip155:1',
        address: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
        name: 'USD Coin',
        symbol: 'USDC',
        decimals: 6,
        iconUrl: 'https://tokens.example/usdc.png',
      },
    ])
  })

  it('same token twice › keeps the first entry', () => {
    const again = { ...usdc, address: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', symbol: 'FAKE' }
    expect(parseTokenList(list(usdc, again), 'tokens.json').map(({ symbol }) => symbol)).toEqual(['USDC'])
  })

  it('icon on IPFS › no icon', () => {
    const [token] = parseTokenList(list({ ...usdc, logoURI: 'ipfs://Qm' }), 'tokens.json')
    expect(token).not.toHaveProperty('iconUrl')
  })

  it('more than 36 decimals › skips the token', () => {
    expect(parseTokenList(list({ ...usdc, decimals: 37 }), 'tokens.json')).toEqual([])
  })

  it('10,000 tokens › reads them all, rejects one more', () => {
    const address = (at: number) => `0x${(at + 1).toString(16).padStart(40, '0')}`
    const tokens = Array.from({ length: 10_000 }, (_, at) => ({ ...usdc, address: address(at) }))
    expect(parseTokenList(list(...tokens), 'tokens.json')).toHaveLength(10_000)
    expect(() => parseTokenList(list(...tokens, usdc), 'tokens.json')).toThrow('tokens.json is no token list')
  })

  it.each([
    ['no address', { ...usdc, address: '0x12' }, 'tokens.1.address'],
    ['no chain', { ...usdc, chainId: 0 }, 'tokens.1.chainId'],
    ['fractional decimals', { ...usdc, decimals: 1.5 }, 'tokens.1.decimals'],
    ['no symbol', { ...usdc, symbol: '' }, 'tokens.1.symbol'],
  ])('%s › error with the list and the entry', (_, token, place) => {
    expect(() => parseTokenList(list(usdc, token), 'tokens.json')).toThrow(
      `tokens.json is no token list: ${place}`,
    )
  })
})
