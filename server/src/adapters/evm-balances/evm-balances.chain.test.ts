import { type Address, type Hex, parseEther, zeroAddress } from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fundedAccounts } from '../../../../e2e/stack/accounts.ts'
import { multicall3Address } from '../../../../e2e/stack/chains/local-chains.ts'
import { type SeededAnvil, startSeededAnvil } from '../../../../e2e/stack/chains/testing/seeded-anvil.ts'
import { grantedWei, localTokens } from '../../../../e2e/stack/chains/tokens.ts'
import { NodeErrorResponse, nodeRpc, scriptedRpc } from '../../chain-clients/testing/node-rpc.ts'
import { UnsupportedChainError } from '../../ports/rpc.ts'
import { InvalidAddressError } from '../../ports/sources/balances.ts'
import { createEvmBalances, type EvmBalanceChain } from './evm-balances.ts'
import type { ListedToken } from './token-list.ts'

const chainId = 'eip155:1'
const withMulticall: EvmBalanceChain = {
  chainId,
  native: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  multicall3: multicall3Address,
}
const { multicall3: _, ...withoutMulticall } = withMulticall
/** An address without code. */
const emptyAddress: Address = '0x00000000000000000000000000000000000000aa'
const kinds = [
  ['Multicall3', withMulticall],
  ['JSON-RPC batch', withoutMulticall],
  ['batch, as there is no Multicall3 there', { ...withMulticall, multicall3: emptyAddress }],
] as const

const [holder] = fundedAccounts
if (holder === undefined) throw new Error('There is no funded account')
const listed: readonly ListedToken[] = localTokens.map(({ address, name, symbol, decimals }) => ({
  ...{ chainId, address, name, symbol, decimals },
}))
const bad = (symbol: string, address: Address): ListedToken => ({
  ...{ chainId, address, name: symbol, symbol, decimals: 18 },
})

/** Creation code of a contract that runs this code for every call. */
const creationOf = (runtime: string): Hex => {
  const length = (runtime.length / 2).toString(16).padStart(2, '0')
  return `0x60${length}600c60003960${length}6000f3${runtime}`
}

let node: SeededAnvil
let broken: readonly ListedToken[]
beforeAll(async () => {
  node = await startSeededAnvil()
  broken = [
    bad('REVERTS', await node.deploy(creationOf('60006000fd'))),
    // INVALID uses up all gas of the call.
    bad('BURNS', await node.deploy(creationOf('fe'))),
    bad('BURNS2', await node.deploy(creationOf('fe'))),
    bad('BURNS3', await node.deploy(creationOf('fe'))),
    // One byte, and three words.
    bad('SHORT', await node.deploy(creationOf('60016000f3'))),
    bad('LONG', await node.deploy(creationOf('60606000f3'))),
    bad('NOCODE', emptyAddress),
  ]
})
afterAll(() => node.stop())

const rpc = () => nodeRpc({ [chainId]: node.chain.rpcUrl })

describe.each(kinds)('EVM balances by %s', (_kind, chain) => {
  it('funded account › native currency and tokens above zero', async () => {
    const holdings = await createEvmBalances(rpc(), [chain], listed).balances(chainId, holder.address, [])
    const [usdc, dai] = localTokens
    expect(holdings).toEqual([
      { chainId, name: 'Ether', symbol: 'ETH', decimals: 18, amount: grantedWei },
      {
        ...{ chainId, tokenId: `${chainId}:${usdc?.address}`, name: 'USD Coin', symbol: 'USDC', decimals: 6 },
        amount: usdc?.granted,
      },
      {
        ...{ chainId, tokenId: `${chainId}:${dai?.address}`, name: 'Dai Stablecoin', symbol: 'DAI' },
        ...{ decimals: 18, amount: dai?.granted },
      },
    ])
  })

  it('empty account › native currency of zero', async () => {
    const address = privateKeyToAddress(generatePrivateKey())
    expect(await createEvmBalances(rpc(), [chain], listed).balances(chainId, address, [])).toEqual([
      { chainId, name: 'Ether', symbol: 'ETH', decimals: 18, amount: 0n },
    ])
  })

  it('tokens that revert, burn gas or return garbage › only these are skipped', async () => {
    const source = createEvmBalances(rpc(), [chain], [...broken, ...listed, ...broken])
    const holdings = await source.balances(chainId, holder.address, [])
    expect(holdings.map(({ symbol }) => symbol)).toEqual(['ETH', 'USDC', 'DAI'])
  })

  it('balance changes › the next read returns it', async () => {
    const address = privateKeyToAddress(generatePrivateKey())
    await node.admin.setBalance({ address, value: parseEther('3') })
    const [nativeBalance] = await createEvmBalances(rpc(), [chain], []).balances(chainId, address, [])
    expect(nativeBalance?.amount).toBe(parseEther('3'))
  })
})

describe('EVM balances', () => {
  const many = (count: number) =>
    Array.from({ length: count }, (_, at) =>
      bad(`T${at}`, `0x${(0xbeef0000 + at).toString(16).padStart(40, '0')}`),
    )

  it('tokens that fit one call › one request', async () => {
    const counted = rpc()
    await createEvmBalances(counted, [withMulticall], [...many(496), ...listed]).balances(
      chainId,
      holder.address,
      [],
    )
    expect(counted.sent.flat().map(({ method }) => method)).toEqual(['eth_call'])
  })

  it('10,000 tokens › every chunk reads the same block', async () => {
    const counted = rpc()
    const source = createEvmBalances(counted, [withMulticall], [...many(9_997), ...listed])
    const holdings = await source.balances(chainId, holder.address, [])
    expect(holdings.map(({ symbol }) => symbol)).toEqual(['ETH', 'USDC', 'DAI'])
    const calls = counted.sent.flat()
    const blocks = calls.filter(({ method }) => method === 'eth_call').map(({ params }) => params?.[1])
    expect(blocks).toHaveLength(21)
    expect(new Set(blocks).size).toBe(1)
    expect(blocks[0]).toMatch(/^0x[0-9a-f]+$/)
  })

  it.each(kinds)('node does not respond, %s › throws', async (_kind, chain) => {
    const failingRpc = scriptedRpc([chainId], () => {
      throw new NodeErrorResponse(-32603, 'upstream timed out')
    })
    const reading = createEvmBalances(failingRpc, [chain], listed).balances(chainId, holder.address, [])
    await expect(reading).rejects.toThrow('upstream timed out')
  })

  it.each(kinds)('fresh token, %s › no request may use a cache', async (_kind, chain) => {
    const counted = rpc()
    const source = createEvmBalances(counted, [chain], listed)
    await source.balances(chainId, holder.address, [`${chainId}:${emptyAddress}`])
    expect(new Set(counted.fresh)).toEqual(new Set([true]))
  })

  it('one token call without a response › throws, as its balance is unknown', async () => {
    const real = rpc()
    const partial = scriptedRpc([chainId], async (call) => {
      if (JSON.stringify(call).includes(localTokens[1]?.address ?? ''))
        throw new NodeErrorResponse(-32005, 'limit')
      const [response] = await real.send(chainId, [call])
      return response && 'result' in response ? response.result : undefined
    })
    const reading = createEvmBalances(partial, [withoutMulticall], listed).balances(
      chainId,
      holder.address,
      [],
    )
    await expect(reading).rejects.toThrow('limit')
  })

  it('invalid address, or another chain › throws', async () => {
    const source = createEvmBalances(rpc(), [withMulticall], listed)
    await expect(source.balances(chainId, '0x12', [])).rejects.toThrow(InvalidAddressError)
    await expect(source.balances('eip155:10', zeroAddress, [])).rejects.toThrow(UnsupportedChainError)
    expect(source.chainIds()).toEqual([chainId])
  })
})
