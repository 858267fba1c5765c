import { describe, expect, it } from 'vitest'
import { parseChainId } from '../caip/chain-id.ts'
import { accountOf, coinTypeOf } from './coin-type.ts'

const ids = {
  ethereum: 'eip155:1',
  base: 'eip155:8453',
  optimism: 'eip155:10',
  solana: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  polkadot: 'polkadot:91b171bb158e2d3848fa23a9f1c25182',
} as const

describe('coinTypeOf', () => {
  it.each([
    ['ethereum', 60],
    // ENSIP-11, from its text.
    ['optimism', 2147483658],
    ['base', 2147492101],
    ['solana', 501],
    ['polkadot', undefined],
  ] as const)('accounts of %s › coin type %s', (chain, coinType) => {
    expect(coinTypeOf(parseChainId(ids[chain]))).toBe(coinType)
  })
})

describe('accountOf', () => {
  const addresses = { 60: { address: 'of Ethereum' }, 2147492101: { address: 'of Base' } }
  const onlyBase = { 2147492101: { address: 'of Base' } }
  it.each([
    ['its own, on Base', addresses, 'base', 'of Base'],
    ['its own, on Ethereum', addresses, 'ethereum', 'of Ethereum'],
    ['that of Ethereum on another EVM chain', addresses, 'optimism', 'of Ethereum'],
    ['none, where the name is for another EVM chain alone', onlyBase, 'optimism', undefined],
    ['none on Ethereum, where the name is for another EVM chain alone', onlyBase, 'ethereum', undefined],
    ['none on Solana, where the name is for EVM chains', addresses, 'solana', undefined],
    ['none on Polkadot', addresses, 'polkadot', undefined],
  ] as const)('records of a name › account %s', (_, records, chain, account) => {
    expect(accountOf(records, parseChainId(ids[chain]))).toBe(account)
  })
})
