import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { parseChainId } from '#shared/caip/chain-id.ts'
import { testWorld } from '#widget/testing/world.ts'
import { bundledTokensAtom, loadBundledTokensAtom } from './bundled-tokens.ts'

const file = new URL('./generated/bundled-tokens.json', import.meta.url)
const bundledTokens: unknown = JSON.parse(readFileSync(file, 'utf8'))
const ethereum = parseChainId('eip155:1')
const base = parseChainId('eip155:8453')
const solana = parseChainId('solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp')
const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const local = '0x5FbDB2315678afecb367f032d93F642f64180aa3'

async function loadedWorld(options: Parameters<typeof testWorld>[0] = {}) {
  const world = testWorld({ bundledTokens, ...options })
  await world.store.set(loadBundledTokensAtom)
  return { ...world, bundledToken: world.store.get(bundledTokensAtom) }
}

describe('bundledTokensAtom', () => {
  it.each([
    [ethereum, usdc, 'USDC', 6],
    [ethereum, usdc.toLowerCase(), 'USDC', 6],
    [ethereum, '0x6B175474E89094C44Da98b954EedeAC495271d0F', 'DAI', 18],
    [base, '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913', 'USDC', 6],
    [parseChainId('eip155:137'), '0x2791Bca1f2de4661ED88A30C99A7a9449Aa84174', 'USDC.e', 6],
    [solana, 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v', 'USDC', 6],
  ])('bundled token › %s %s › symbol %s, %i decimals', async (chain, contract, symbol, decimals) => {
    const { bundledToken } = await loadedWorld()
    expect(bundledToken(chain, contract)).toMatchObject({ symbol, decimals })
  })

  it.each([
    ['the address on another network', base, usdc],
    ['a contract that no list has', ethereum, local],
    ['a mint in other capitals', solana, 'EPJFWDD5AUFQSSQEM2QN1XZYBAPC8G4WEGGKZWYTDT1V'],
    ['a member of every object', ethereum, '__proto__'],
    ['no contract', ethereum, ''],
  ])('unlisted token › %s › undefined', async (_, chain, contract) => {
    const { bundledToken } = await loadedWorld()
    expect(bundledToken(chain, contract)).toBeUndefined()
  })

  it('tokens of widget.config.json › lookup › found, and placed before the table', async () => {
    const { bundledToken } = await loadedWorld({
      deploy: {
        tokens: [
          { chain: 'eip155:1', address: local, symbol: 'TST', decimals: 4 },
          { chain: 'eip155:1', address: usdc, symbol: 'USDX', decimals: 7, name: 'Renamed' },
        ],
      },
    })
    expect(bundledToken(ethereum, local.toLowerCase())).toEqual({ symbol: 'TST', decimals: 4, name: 'TST' })
    expect(bundledToken(ethereum, usdc)).toEqual({ symbol: 'USDX', decimals: 7, name: 'Renamed' })
  })

  it('tokens of the host › lookup › undefined', async () => {
    const { bundledToken } = await loadedWorld({
      config: { tokens: [{ chainId: 'eip155:1', address: local }] },
    })
    expect(bundledToken(ethereum, local)).toBeUndefined()
  })

  it.each([
    ['a table of another shape', { 'eip155:1': [[usdc, 'USDC', '6', 'USD Coin']] }],
    ['a network that is none', { toString: [] }],
    ['decimals out of range', { 'eip155:1': [[usdc, 'USDC', 400, 'USD Coin']] }],
  ])('table that does not parse › %s › logged, every token unlisted', async (_, table) => {
    const { bundledToken, logs } = await loadedWorld({ bundledTokens: table })
    expect(bundledToken(ethereum, usdc)).toBeUndefined()
    expect(logs).toContain('The bundled token table could not be loaded')
  })
})
