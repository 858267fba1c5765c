import { encodeFunctionResult } from 'viem/utils'
import { describe, expect, test } from 'vitest'
import { ProviderRpcError } from '#shared/errors/provider-error.ts'
import { WidgetError } from '#shared/errors/widget-error.ts'
import { memoryNode, textResult, uintResult } from '../testing/memory-node.ts'
import { alice, bob, network, tokenAddress } from '../testing/unit-world.ts'
import { nativeBalance, tokenBalances } from './balances.ts'

const balanceOf = `0x70a08231${alice.slice(2).toLowerCase().padStart(64, '0')}`
const usdc: Record<string, string> = {
  [balanceOf]: uintResult(1_500_000n),
  '0x313ce567': uintResult(6n),
  '0x95d89b41': textResult('USDC'),
  '0x06fdde03': textResult('USD Coin'),
}
const asset = { chain: network.id, address: tokenAddress, symbol: 'USDC', name: 'USD Coin', decimals: 6 }

/** A chain without Multicall3, on which every contract except one reverts. */
const singleTokenNode = (token: Record<string, string>) =>
  memoryNode({
    eth_call: ([call]) => {
      const { to, data } = Object(call)
      if (to !== tokenAddress) throw new ProviderRpcError(3, 'execution reverted')
      const result = token[data]
      if (result === undefined) throw new ProviderRpcError(3, 'execution reverted')
      return result
    },
  })

const readBalances = (token: Record<string, string>, tokens: readonly string[] = [tokenAddress]) =>
  tokenBalances(singleTokenNode(token), alice, network, tokens)

describe('tokenBalances', () => {
  test('token › balance, decimals, symbol and name', async () => {
    expect(await readBalances(usdc)).toEqual([{ asset, value: 1_500_000n }])
  })

  test('Multicall3 on the chain › one read', async () => {
    let calls = 0
    const components = [
      { name: 'success', type: 'bool' },
      { name: 'returnData', type: 'bytes' },
    ] as const
    const abi = [
      {
        type: 'function',
        name: 'f',
        stateMutability: 'view',
        inputs: [],
        outputs: [{ type: 'tuple[]', components }],
      },
    ] as const
    const node = memoryNode({
      eth_call: () => {
        calls += 1
        const results = Object.values(usdc).map((data) => ({ success: true, returnData: hex(data) }))
        return encodeFunctionResult({ abi, functionName: 'f', result: results })
      },
    })
    expect(await tokenBalances(node, alice, network, [tokenAddress])).toEqual([{ asset, value: 1_500_000n }])
    expect(calls).toBe(1)
  })

  test('same token in two spellings › read once, invalid address is left out', async () => {
    expect(
      await readBalances(usdc, [tokenAddress, tokenAddress.toLowerCase(), 'nonsense', bob]),
    ).toHaveLength(1)
  })

  test.each<[string, string, string]>([
    ['bidi and zero-width characters', 'US\u202eDC\u200b', 'USDC'],
    ['line breaks', 'US\nDC', 'USDC'],
    ['a very long text', 'A'.repeat(500), `${'A'.repeat(15)}…`],
  ])('symbol with %s › sanitized', async (_, symbol, expected) => {
    const [token] = await readBalances({ ...usdc, '0x95d89b41': textResult(symbol) })
    expect(token?.asset.symbol).toBe(expected)
  })

  test('early token with a bytes32 symbol › decoded', async () => {
    const bytes32 = `0x${Buffer.from('MKR').toString('hex').padEnd(64, '0')}`
    const [token] = await readBalances({ ...usdc, '0x95d89b41': bytes32, '0x06fdde03': bytes32 })
    expect(token?.asset).toMatchObject({ symbol: 'MKR', name: 'MKR' })
  })

  test.each<[string, Record<string, string>]>([
    ['37 decimals', { '0x313ce567': uintResult(37n) }],
    ['huge decimals', { '0x313ce567': uintResult(2n ** 255n) }],
    ['an empty balance answer', { [balanceOf]: '0x' }],
    ['an invisible symbol', { '0x95d89b41': textResult('\u200b\u200b') }],
    ['a malformed symbol', { '0x95d89b41': `0x${'f'.repeat(128)}` }],
  ])('token with %s › left out', async (_, overrides) => {
    expect(await readBalances({ ...usdc, ...overrides })).toEqual([])
  })

  test('unreachable node › rejects at once, no empty list', async () => {
    let calls = 0
    const node = memoryNode({
      eth_call: () => {
        calls += 1
        throw new WidgetError('http/network', 'away')
      },
    })
    await expect(tokenBalances(node, alice, network, [tokenAddress])).rejects.toMatchObject({
      code: 'http/network',
    })
    expect(calls).toBe(1)
  })
})

test('native balance › exact', async () => {
  const node = memoryNode({ eth_getBalance: () => '0x152d02c7e14af6800001' })
  expect(await nativeBalance(node, alice, network)).toBe(100_000_000_000_000_000_000_001n)
})

function hex(text: string): `0x${string}` {
  return `0x${text.slice(2)}`
}
