import type { Abi } from 'viem'
import { entryPoint06Address, entryPoint07Address, entryPoint08Address } from 'viem/account-abstraction'
import { mainnet } from 'viem/chains'
import { encodeFunctionData, parseAbi } from 'viem/utils'
import { describe, expect, it } from 'vitest'
import { parseChainId } from '#shared/caip/chain-id.ts'
import { isAllowListed } from '#widget/domain/review/allow-list.ts'
import { risksOf } from '#widget/domain/review/request-risk.ts'
import { fakeClock } from '#widget/lib/fake-clock.ts'
import { decodeParsed } from '../decode/decode-request.ts'
import { serviceKind } from '../decode/well-known-contracts.ts'
import { memoryNode } from '../testing/memory-node.ts'
import { alice, bob, connection, network, tokenAddress } from '../testing/unit-world.ts'
import { wrappedNativeTokens } from '../tokens/contract-kind.ts'
import { parseRequest } from '../wallet/request-parser.ts'
import { networkPriceFor } from './transaction-terms.ts'

const gwei = 10n ** 9n
const host = 'shop.example'

function evaluate(transaction: object, networkPrice?: bigint, isKnown = true) {
  const request = { method: 'eth_sendTransaction', params: [transaction] }
  const description = decodeParsed(connection, parseRequest(connection, request), () => isKnown, networkPrice)
  if (description === undefined) throw new Error('It signs something')
  return {
    facts: description.facts,
    isAllowed: isAllowListed(description, { host, isBundledToken: () => isKnown }),
    risks: risksOf(description, { host, newContracts: [], now: 0 }),
  }
}

const coins = { to: bob, value: '0x1' }
function call(signature: string, args: readonly unknown[]) {
  const text: string = `function ${signature}`
  const abi: Abi = parseAbi([text])
  return { to: tokenAddress, data: encodeFunctionData({ abi, args }) }
}
const token = call('transfer(address,uint256)', [bob, 1n])

describe('fees and gas of a transfer on the allow list', () => {
  it.each<[string, object, bigint | undefined]>([
    ['no term', coins, undefined],
    ['the gas of an estimate', { ...coins, gas: 21_000 }, undefined],
    ['a token, with its gas', { ...token, gas: 90_000 }, undefined],
    ['a small fee, unknown network price', { ...coins, maxFeePerGas: 20n * gwei }, undefined],
    ['a fee near the network price', { ...token, maxFeePerGas: 90n * gwei, gas: 100_000 }, 30n * gwei],
    ['type 1', { ...coins, type: '0x1' }, undefined],
  ])('%s › stays on the allow list', (_what, transaction, price) => {
    expect(evaluate(transaction, price)).toMatchObject({ isAllowed: true, risks: [] })
  })

  it.each<[string, object, bigint | undefined, string]>([
    ['a huge gas limit, no price', { ...coins, gas: 30_000_000 }, undefined, 'gas-high'],
    ['a huge gas limit of a token', { ...token, gas: 1_000_000 }, 30n * gwei, 'gas-high'],
    ['a huge gas limit of a call', { to: bob, data: '0x12345678', gas: 30_000_000 }, undefined, 'gas-high'],
    ['a large fee, unknown network price', { ...coins, gasPrice: 100n * gwei }, undefined, 'fee-high'],
    ['a fee above 0.1, as the node asks', { ...coins, gasPrice: 5_000n * gwei }, 5_000n * gwei, 'fee-high'],
    ['a price far above the network', { ...coins, gasPrice: 100n * gwei }, gwei, 'fee-high'],
    ['a tip far above the network', { ...coins, maxPriorityFeePerGas: 10n ** 15n }, gwei, 'fee-high'],
    [
      'a tip above a small fee limit',
      { ...coins, maxFeePerGas: 1n, maxPriorityFeePerGas: 10n ** 15n },
      gwei,
      'fee-high',
    ],
  ])('R7 › %s › a term, a risk, a review', (_what, transaction, price, name) => {
    const { facts, isAllowed, risks } = evaluate(transaction, price)
    expect(facts).toContainEqual(expect.objectContaining({ is: 'term', name }))
    expect(isAllowed).toBe(false)
    expect(risks).toContain('high-fee')
  })

  it.each<[string, object, object]>([
    ['a nonce', { nonce: '0x0' }, { is: 'term', name: 'nonce' }],
    ['an access list', { accessList: [{ address: bob, storageKeys: [] }] }, { name: 'access-list' }],
    ['an authorisation', { authorizationList: [{ address: bob, chainId: 1 }] }, { is: 'authorisation' }],
  ])('R7 › %s › a fact and a review', (_what, over, fact) => {
    const { facts, isAllowed } = evaluate({ ...coins, ...over })
    expect(facts).toContainEqual(expect.objectContaining(fact))
    expect(isAllowed).toBe(false)
  })
})

describe('network price', () => {
  const readPrice = (transaction: object, node: Parameters<typeof memoryNode>[0]) => {
    const parsed = parseRequest(connection, { method: 'eth_sendTransaction', params: [transaction] })
    if (parsed.is !== 'transaction') throw new Error('It is a transaction')
    const { signal } = new AbortController()
    return networkPriceFor(parsed.transaction, memoryNode(node)(network), fakeClock(), signal)
  }

  it('no price in the request › no read; failing node › undefined', async () => {
    const fails = () => {
      throw new Error('No node')
    }
    expect(await readPrice(coins, { eth_gasPrice: fails })).toBeUndefined()
    expect(await readPrice({ ...coins, gasPrice: '0x1' }, { eth_gasPrice: fails })).toBeUndefined()
    expect(await readPrice({ ...coins, gasPrice: '0x1' }, { eth_gasPrice: () => '0x9' })).toBe(9n)
  })
})

describe('transfers other than the token’s transfer', () => {
  it.each<[string, object]>([
    ['transferFrom', call('transferFrom(address,address,uint256)', [alice, bob, 5n])],
    [
      'Permit2',
      {
        ...call('transferFrom(address,address,uint160,address)', [alice, bob, 5n, tokenAddress]),
        to: '0x000000000022D473030F116dDEE9F6B43aC78BA3',
      },
    ],
    [
      'EIP-3009',
      call(
        'transferWithAuthorization(address,address,uint256,uint256,uint256,bytes32,uint8,bytes32,bytes32)',
        [
          alice,
          bob,
          5n,
          0n,
          9n,
          ...[`0x${'1'.repeat(64)}`, 27, `0x${'2'.repeat(64)}`, `0x${'3'.repeat(64)}`],
        ],
      ),
    ],
  ])("R7 › %s from the account › has the function's name, reviewed", (_what, transaction) => {
    const { facts, isAllowed } = evaluate(transaction)
    expect(facts).toMatchObject([{ is: 'transfer', from: undefined, to: bob }, { is: 'known-call' }])
    expect(isAllowed).toBe(false)
  })

  it('R7 › deposit() on an unknown contract › an unknown call with value', () => {
    const deposit = { ...call('deposit()', []), value: '0x5' }
    expect(evaluate(deposit, undefined, false)).toMatchObject({
      facts: [{ is: 'unknown-call', figure: { value: 5n } }],
      risks: ['unknown-with-value'],
    })
    expect(evaluate(deposit).facts).toMatchObject([{ is: 'unknown-call' }])
    const weth = { ...deposit, to: wrappedNativeTokens.get(connection.chain) }
    expect(evaluate(weth).facts).toMatchObject([{ is: 'swap' }])
  })
})

describe('well-known contracts', () => {
  const other = parseChainId('eip155:8453')

  it('addresses derived from code › those of viem, on every chain', () => {
    const { multicall3 } = mainnet.contracts
    for (const address of [entryPoint06Address, entryPoint07Address, entryPoint08Address, multicall3.address])
      expect(serviceKind(other, address)).toBe(address === multicall3.address ? 'multicall' : 'entry-point')
  })

  it('R7 › router of Ethereum on another chain › unknown', () => {
    const router = '0x66a9893cC07D91D95644AEDD05D03f95e1dBA8Af'
    expect(serviceKind(connection.chain, router)).toBe('universal-router-4')
    expect(serviceKind(other, router)).toBeUndefined()
  })
})
