import { describe, expect, it } from 'vitest'
import { NodeErrorResponse, scriptedRpc } from '../../chain-clients/testing/node-rpc.ts'
import { UnsupportedChainError } from '../../ports/rpc.ts'
import { InvalidAddressError } from '../../ports/sources/balances.ts'
import { createSolanaBalances } from './solana-balances.ts'

const chainId = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const owner = '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T'
const usdc = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
const other = '7vfCXTUXx5WJV5JADk17DUJ4ksgau7utNKj4b963voxs'
const native = { name: 'Solana', symbol: 'SOL', decimals: 9 }

const account = (mint: string, amount: string, decimals = 6, by = owner) => ({
  pubkey: other,
  account: {
    data: { program: 'spl-token', parsed: { info: { mint, owner: by, tokenAmount: { amount, decimals } } } },
  },
})

function balances(classic: readonly object[], extended: readonly object[] = []) {
  const rpc = scriptedRpc([chainId], ({ method, params }) => {
    if (method === 'getBalance') return { context: {}, value: 5 }
    return { context: {}, value: JSON.stringify(params).includes('Tokenkeg') ? classic : extended }
  })
  const tokens = [{ mint: usdc, name: 'USD Coin', symbol: 'USDC', iconUrl: '/usdc.svg' }]
  return { rpc, source: createSolanaBalances(rpc, [{ chainId, native, tokens }]) }
}

describe('Solana balances', () => {
  it('several accounts of a mint, both programs › summed, in one request', async () => {
    const { rpc, source } = balances([account(usdc, '7'), account(usdc, '8')], [account(other, '30', 2)])
    expect(await source.balances(chainId, owner, [])).toEqual([
      { chainId, ...native, amount: 5n },
      {
        chainId,
        tokenId: `${chainId}:${usdc}`,
        name: 'USD Coin',
        symbol: 'USDC',
        decimals: 6,
        amount: 15n,
        iconUrl: '/usdc.svg',
      },
      {
        chainId,
        tokenId: `${chainId}:${other}`,
        name: '7vfC…voxs',
        symbol: '7vfC…voxs',
        decimals: 2,
        amount: 30n,
      },
    ])
    expect(rpc.sent.map((calls) => calls.length)).toEqual([3])
  })

  it('fresh token › bypasses the cache, for its cluster only', async () => {
    const { rpc, source } = balances([])
    await source.balances(chainId, owner, [`${chainId}:${usdc}`])
    await source.balances(chainId, owner, ['eip155:1:0x12'])
    expect(rpc.fresh).toEqual([true, false])
  })

  it('empty accounts, unlisted collectibles, other owners › skipped', async () => {
    const { source } = balances([account(usdc, '0'), account(other, '1', 0), account(usdc, '9', 6, other)])
    expect(await source.balances(chainId, owner, [])).toHaveLength(1)
  })

  it('one of the calls gets no response › throws', async () => {
    const rpc = scriptedRpc([chainId], ({ method, params }) => {
      if (JSON.stringify(params).includes('TokenzQd')) throw new NodeErrorResponse(-32603, 'no node answers')
      return method === 'getBalance' ? { value: 1 } : { value: [] }
    })
    const source = createSolanaBalances(rpc, [{ chainId, native, tokens: [] }])
    await expect(source.balances(chainId, owner, [])).rejects.toThrow('no node answers')
  })

  it('invalid address, or unsupported cluster › throws', async () => {
    const { source } = balances([])
    for (const text of ['0x12', '1111', 'l'.repeat(43), ''])
      await expect(source.balances(chainId, text, [])).rejects.toThrow(InvalidAddressError)
    await expect(source.balances('solana:x', owner, [])).rejects.toThrow(UnsupportedChainError)
  })
})
