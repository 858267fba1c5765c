import { describe, expect, it } from 'vitest'
import { ProviderRpcError } from '#shared/errors/provider-error.ts'
import * as z from '#shared/zod.ts'
import type { Description, Fact } from '../../request-facts.ts'
import { memoryNode, textResult, uintResult } from '../testing/memory-node.ts'
import { alice, bob, network, tokenAddress } from '../testing/unit-world.ts'
import { readTokenMetadata } from './token-metadata.ts'

const { signal } = new AbortController()
const calls = z.tuple([z.object({ data: z.string() })], z.unknown())

/** Results of a contract: whether it supports ERC-721, whether it returns true for every interface, and its decimals. */
type Contract = {
  readonly is721?: boolean
  readonly supportsAll?: boolean
  readonly decimals?: bigint
  /** Result of `ownerOf`, as a word. */
  readonly owner?: bigint
}

/** A node with that contract; missing functions revert. */
const nodeOf = ({ is721, supportsAll = false, decimals, owner }: Contract) =>
  memoryNode({
    eth_call: (params) => {
      const [{ data }] = calls.parse(params)
      const results: Readonly<Record<string, string | undefined>> = {
        '0x01ffc9a780ac58cd': is721 === undefined ? undefined : uintResult(is721 ? 1n : 0n),
        '0x01ffc9a7ffffffff': is721 === undefined ? undefined : uintResult(supportsAll ? 1n : 0n),
        '0x313ce567': decimals === undefined ? undefined : uintResult(decimals),
        '0x95d89b41': textResult('SHOP'),
        [`0x6352211e${'2a'.padStart(64, '0')}`]: owner === undefined ? undefined : uintResult(owner),
        '0x70a08231': uintResult(7n),
      }
      const result = Object.entries(results).find(([start]) => data.startsWith(start))?.[1]
      if (result === undefined) throw new ProviderRpcError(-32_000, 'execution reverted')
      return result
    },
  })(network)

const approval: Fact = {
  is: 'approval',
  spender: bob,
  figure: { value: 42n, contract: tokenAddress },
  isUnlimited: false,
  mayBeCollectible: true,
}
const transfer: Fact = {
  is: 'transfer',
  from: undefined,
  to: bob,
  figure: { value: 42n, contract: tokenAddress },
  mayBeCollectible: true,
}

async function readFact(fact: Fact, first: Contract, second?: Contract) {
  const description: Description = { account: alice, chain: network.id, facts: [fact] }
  const other = second && nodeOf(second)
  const read = await readTokenMetadata(nodeOf(first), description, network, signal, () => undefined, other)
  return read.facts[0]
}

const token: Contract = { decimals: 2n }
const collection: Contract = { is721: true }

describe('value at an unlisted contract', () => {
  it.each<[string, Contract, 'amount' | 'collectible' | undefined]>([
    ['with decimals and without ERC-165', token, 'amount'],
    ['with decimals that denies ERC-721', { ...token, is721: false }, 'amount'],
    ['with ERC-721', collection, 'collectible'],
    [
      'with ERC-721 and decimals, and an NFT of this id',
      { ...collection, ...token, owner: 7n },
      'collectible',
    ],
    ['with ERC-721 and decimals, and no such NFT', { ...collection, ...token }, undefined],
    [
      'with ERC-721 and decimals, and an NFT without an owner',
      { ...collection, ...token, owner: 0n },
      undefined,
    ],
    ['with decimals, and an NFT of this id (ERC-404)', { ...token, owner: 7n }, undefined],
    ['with decimals, and an NFT without an owner', { ...token, owner: 0n }, 'amount'],
    ['with decimals that answers ownerOf with no address', { ...token, owner: 2n ** 200n }, 'amount'],
    ['that supports every interface', { ...collection, supportsAll: true }, undefined],
    ['without decimals or ERC-165', {}, undefined],
  ])('contract %s, by one endpoint › reported, never confirmed', async (_name, contract, reportedAs) => {
    for (const fact of [approval, transfer]) {
      const read = await readFact(fact, contract)
      expect(read).toMatchObject({ is: fact.is, mayBeCollectible: true, figure: { value: 42n } })
      expect(read && 'reportedAs' in read ? read.reportedAs : undefined).toBe(reportedAs)
    }
  })

  it('token by both endpoints, NFT of this id by one of them › amount or NFT', async () => {
    for (const fact of [approval, transfer]) {
      expect(await readFact(fact, { ...token, owner: 7n }, token)).toEqual(fact)
      expect(await readFact(fact, token, { ...token, owner: 7n })).toEqual(fact)
    }
  })

  it('endpoint without a response about the standard › nothing is reported', async () => {
    const unresponsive = memoryNode({
      eth_call: (params) => {
        const [{ data }] = calls.parse(params)
        if (data.startsWith('0x01ffc9a7')) throw new Error('No answer')
        return data.startsWith('0x313ce567') ? uintResult(2n) : textResult('SHOP')
      },
    })(network)
    const description: Description = { account: alice, chain: network.id, facts: [approval] }
    const { facts } = await readTokenMetadata(unresponsive, description, network, signal, () => undefined)
    expect(facts).toEqual([approval])
  })

  it("token by both endpoints › an amount, with the account's balance", async () => {
    const asset = { symbol: 'SHOP', decimals: 2 }
    const read = await readFact(approval, token, token)
    expect(read).toMatchObject({ is: 'approval', figure: { value: 42n, asset }, holding: 7n })
    expect(read).not.toHaveProperty('mayBeCollectible')
    expect(read).not.toHaveProperty('figure.asset.isUnconfirmed')
    expect(await readFact(transfer, token, token)).not.toHaveProperty('mayBeCollectible')
  })

  it('collection by both endpoints › that NFT', async () => {
    expect(await readFact(approval, collection, collection)).toMatchObject({
      is: 'approval',
      collectible: 42n,
      figure: { value: 1n, contract: tokenAddress },
    })
    expect(await readFact(transfer, collection, collection)).toEqual({
      is: 'collectible',
      from: undefined,
      to: bob,
      collection: tokenAddress,
      id: 42n,
      count: 1n,
    })
  })

  it('collection by both endpoints, for the zero address › revoked', async () => {
    const zero = { ...approval, spender: `0x${'0'.repeat(40)}` }
    expect(await readFact(zero, collection, collection)).toMatchObject({
      figure: { value: 0n },
      collectible: 42n,
    })
  })

  it.each([
    ['one reports a token, the other a collection', token, collection],
    ['one reports a collection, the other a token', collection, token],
    ['one reports a token, the other nothing', token, {}],
    ['both report tokens with other decimals', token, { decimals: 18n }],
  ])('%s › unchanged', async (_name, first, second) => {
    expect(await readFact(approval, first, second)).toEqual(approval)
    expect(await readFact(transfer, first, second)).toEqual(transfer)
  })
})
