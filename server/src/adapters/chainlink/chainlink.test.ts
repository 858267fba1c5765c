import { decodeFunctionData, encodeAbiParameters, parseAbi, parseAbiParameters } from 'viem'
import { describe, expect, it } from 'vitest'
import * as z from '../../../../shared/zod.ts'
import { hexSchema } from '../../chain-clients/evm-call.ts'
import { NodeErrorResponse, scriptedRpc } from '../../chain-clients/testing/node-rpc.ts'
import { createChainlinkPrices, type TokenFeed } from './chainlink.ts'
import type { Feed } from './read-feeds.ts'

const ethereum = 'eip155:1'
const base = 'eip155:8453'
const nowSeconds = 1_800_000_000
const ether = `${ethereum}:0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee`
const degen = `${base}:0x4ed4E862860beD51a9570b96d89aF5E1B0Efefed`

const feed = (chainId: string, address: `0x${string}`, description: string, decimals = 8): Feed => ({
  ...{ chainId, address, description, decimals },
  heartbeatSeconds: 3_600,
})
const etherFeed = feed(ethereum, '0x5f4eC3Df9cbd43714FE2740f5E3616155c5b8419', 'ETH / USD')
const euroFeed = feed(ethereum, '0xb49f677943BC038e9857d61E7d053CaA2C1734C1', 'EUR / USD')
const degenFeed = feed(base, '0xE62BcE5D7CB9d16AB8b4D622538bc0A50A5799c2', 'DEGEN / USD', 18)
const tokenFeeds: readonly TokenFeed[] = [
  { feed: etherFeed, tokens: [{ tokenId: ether, name: 'Ether', symbol: 'ETH' }] },
  { feed: degenFeed, tokens: [{ tokenId: degen, name: 'Degen', symbol: 'DEGEN' }] },
]

type Round = {
  readonly answer: bigint
  readonly ageSeconds?: number
  readonly roundId?: bigint
  readonly startedAt?: bigint
  readonly answeredInRound?: bigint
  readonly decimals?: number
  readonly description?: string
}

const abi = parseAbi(['function latestRoundData()', 'function decimals()', 'function description()'])
const paramsSchema = z.tuple([z.object({ to: z.string(), data: hexSchema() }), z.string()])

/** Feeds with the given rounds; the chain `unresponsiveChain` does not respond. */
function prices(rounds: ReadonlyMap<Feed, Round>, unresponsiveChain?: string) {
  const rpc = scriptedRpc([ethereum, base], ({ method, params }, chainId) => {
    if (chainId === unresponsiveChain) throw new NodeErrorResponse(-32603, 'no node answers')
    if (method === 'eth_blockNumber') return '0x10'
    const [{ to, data }] = z.parse(paramsSchema, params)
    const found = [...rounds].find(([{ address }]) => address.toLowerCase() === to.toLowerCase())
    if (found === undefined) return '0x'
    const [record, round] = found
    const { functionName } = decodeFunctionData({ abi, data })
    if (functionName === 'decimals')
      return encodeAbiParameters(parseAbiParameters('uint8'), [round.decimals ?? record.decimals])
    if (functionName === 'description')
      return encodeAbiParameters(parseAbiParameters('string'), [round.description ?? record.description])
    const { roundId = 7n, answer, ageSeconds = 0, answeredInRound = roundId } = round
    const updatedAt = ageSeconds === Number.POSITIVE_INFINITY ? 0n : BigInt(nowSeconds - ageSeconds)
    return encodeAbiParameters(parseAbiParameters('uint80, int256, uint256, uint256, uint80'), [
      ...([roundId, answer] as const),
      ...([round.startedAt ?? updatedAt, updatedAt, answeredInRound] as const),
    ])
  })
  const options = { tokenFeeds, currencyFeeds: { eur: euroFeed }, chains: [], marginSeconds: 60 }
  return createChainlinkPrices(rpc, () => nowSeconds * 1_000, options)
}

const etherRound: Round = { answer: 3_214_57000000n }

describe('Chainlink prices', () => {
  it('price in USD › the answer with the decimals of the feed', async () => {
    const source = prices(new Map([[etherFeed, { ...etherRound, ageSeconds: 12 }]]))
    expect(await source.prices([ether], 'usd')).toEqual([
      {
        ...{ tokenId: ether, name: 'Ether', symbol: 'ETH' },
        price: { value: 3_214_57000000n, decimals: 8 },
        updatedAtMs: (nowSeconds - 12) * 1_000,
      },
    ])
  })

  it('price in another currency › exact division, time of the older answer', async () => {
    const rounds = new Map([
      [etherFeed, { answer: 300_000_000_000n, ageSeconds: 5 }],
      [euroFeed, { answer: 1_10000000n, ageSeconds: 90 }],
    ])
    const [price] = await prices(rounds).prices([ether], 'eur')
    // 3000 / 1.1 = 2727.272727…, rounded down.
    expect(price?.price).toEqual({ value: 2_727_272727272727272727n, decimals: 18 })
    expect(price?.updatedAtMs).toBe((nowSeconds - 90) * 1_000)
  })

  it('feed of 18 decimals and rate of 8 › one scale', async () => {
    const rounds = new Map([
      [degenFeed, { answer: 5n * 10n ** 15n }],
      [euroFeed, { answer: 2_00000000n }],
    ])
    const [price] = await prices(rounds).prices([degen], 'eur')
    expect(price?.price).toEqual({ value: 25n * 10n ** 14n, decimals: 18 })
  })

  it('token id in other letter case › has the price, under the requested id', async () => {
    const requestedId = ether.toUpperCase().replace('EIP155:1:0X', 'eip155:1:0x')
    const [price] = await prices(new Map([[etherFeed, etherRound]])).prices([requestedId, requestedId], 'usd')
    expect(price?.tokenId).toBe(requestedId)
  })

  it.each([
    ['at the heartbeat and the margin', { ageSeconds: 3_660 }, 1],
    ['one second later', { ageSeconds: 3_661 }, 0],
    ['far in the future', { ageSeconds: -61 }, 0],
    ['never updated', { ageSeconds: Number.POSITIVE_INFINITY }, 0],
    ['answer of zero', { answer: 0n }, 0],
    ['negative answer', { answer: -1n }, 0],
    ['round not started', { startedAt: 0n }, 0],
    ['answered in an earlier round', { roundId: 8n, answeredInRound: 7n }, 0],
    ['other decimals than recorded', { decimals: 18 }, 0],
    ['another pair than recorded', { description: 'BTC / USD' }, 0],
  ] as const)('%s › %o gives %i prices', async (_, round, count) => {
    const source = prices(new Map([[etherFeed, { ...etherRound, ...round }]]))
    expect(await source.prices([ether], 'usd')).toHaveLength(count)
  })

  it('rate is stale or has no feed › no price', async () => {
    const rounds = new Map([
      [etherFeed, etherRound],
      [euroFeed, { answer: 1_10000000n, ageSeconds: 10_000 }],
    ])
    expect(await prices(rounds).prices([ether], 'eur')).toEqual([])
    expect(await prices(rounds).prices([ether], 'gbp')).toEqual([])
  })

  it('unknown token › absent', async () => {
    expect(await prices(new Map()).prices([`${ethereum}:0x12`], 'usd')).toEqual([])
  })

  it("no contract at the feed's address › absent", async () => {
    expect(await prices(new Map()).prices([ether], 'usd')).toEqual([])
  })

  it('one of two chains does not respond › prices of the other', async () => {
    const rounds = new Map([
      [etherFeed, etherRound],
      [degenFeed, { answer: 5n }],
    ])
    const found = await prices(rounds, base).prices([ether, degen], 'usd')
    expect(found.map(({ tokenId }) => tokenId)).toEqual([ether])
  })

  it('no chain responds, or not the one of the rate › throws', async () => {
    const rounds = new Map([
      [etherFeed, etherRound],
      [degenFeed, { answer: 5n }],
    ])
    await expect(prices(rounds, ethereum).prices([ether], 'usd')).rejects.toThrow('no node answers')
    await expect(prices(rounds, ethereum).prices([degen], 'eur')).rejects.toThrow('no node answers')
  })
})
