import { type Address, decodeFunctionResult, encodeFunctionData, type Hex, parseAbi } from 'viem'
import type { EvmResult } from '../../chain-clients/evm-call.ts'
import { type EvmChain, readContracts } from '../../chain-clients/read-contracts.ts'
import type { ChainRpc } from '../../ports/rpc.ts'

/** A Chainlink price feed (AggregatorV3Interface), as listed at https://docs.chain.link/data-feeds/price-feeds/addresses. */
export type Feed = {
  /** CAIP-2. */
  readonly chainId: string
  readonly address: Address
  /** Description that the contract must report, for example `ETH / USD`; with another one the feed gives no price. */
  readonly description: string
  /** Decimals that the contract must report; with others the feed gives no price. */
  readonly decimals: number
  /** The feed publishes a new answer at least this often. */
  readonly heartbeatSeconds: number
}

/** A complete, positive answer: `answer / 10 ** decimals`. */
export type FeedAnswer = { readonly answer: bigint; readonly decimals: number; readonly updatedAtMs: number }

const feedAbi = parseAbi([
  'function latestRoundData() view returns (uint80 roundId, int256 answer, uint256 startedAt, uint256 updatedAt, uint80 answeredInRound)',
  'function decimals() view returns (uint8)',
  'function description() view returns (string)',
])

const latestRoundCall = encodeFunctionData({ abi: feedAbi, functionName: 'latestRoundData' })
const decimals = encodeFunctionData({ abi: feedAbi, functionName: 'decimals' })
const description = encodeFunctionData({ abi: feedAbi, functionName: 'description' })

function tryDecode<Value>(result: EvmResult | undefined, decode: (data: Hex) => Value): Value | undefined {
  if (result?.is !== 'returned') return undefined
  try {
    return decode(result.data)
  } catch {
    return undefined
  }
}

/** The answer of a complete round; undefined for one without an answer, or with an answer of zero or below. */
function answerOf({ decimals }: Feed, result: EvmResult | undefined): FeedAnswer | undefined {
  const data = tryDecode(result, (data) =>
    decodeFunctionResult({ abi: feedAbi, functionName: 'latestRoundData', data }),
  )
  if (data === undefined) return undefined
  const [roundId, answer, startedAt, updatedAt, answeredInRound] = data
  if (answer <= 0n || startedAt === 0n || updatedAt === 0n || answeredInRound < roundId) return undefined
  return { answer, decimals, updatedAtMs: Number(updatedAt) * 1_000 }
}

const matchesRecord = (
  feed: Feed,
  [decimalsRead, descriptionRead]: readonly (EvmResult | undefined)[],
): boolean =>
  tryDecode(decimalsRead, (data) =>
    decodeFunctionResult({ abi: feedAbi, functionName: 'decimals', data }),
  ) === feed.decimals &&
  tryDecode(descriptionRead, (data) =>
    decodeFunctionResult({ abi: feedAbi, functionName: 'description', data }),
  ) === feed.description

/** Answers by feed; `failures` contains the error of each chain that did not respond. */
export type FeedAnswers = {
  readonly answers: ReadonlyMap<Feed, FeedAnswer>
  readonly failures: ReadonlyMap<string, unknown>
}

export type FeedReader = (feeds: readonly Feed[]) => Promise<FeedAnswers>

/**
 * Creates the reader. Compares decimals and description of a feed with its record until they have matched once; a feed
 * without a price has no answer. The reader never rejects.
 */
export function createFeedReader(rpc: ChainRpc, chains: readonly EvmChain[]): FeedReader {
  const checked = new Set<Feed>()
  const readChain = async (chainId: string, feeds: readonly Feed[], answers: Map<Feed, FeedAnswer>) => {
    const chain = chains.find((configured) => configured.chainId === chainId) ?? { chainId }
    const unchecked = feeds.filter((feed) => !checked.has(feed))
    const reads = [
      ...feeds.map(({ address }) => ({ to: address, data: latestRoundCall })),
      ...unchecked.flatMap(({ address }) => [decimals, description].map((data) => ({ to: address, data }))),
    ]
    const results = await readContracts(rpc, chain, reads)
    for (const [at, feed] of unchecked.entries()) {
      const start = feeds.length + at * 2
      if (matchesRecord(feed, results.slice(start, start + 2))) checked.add(feed)
    }
    for (const [at, feed] of feeds.entries()) {
      const answer = checked.has(feed) ? answerOf(feed, results[at]) : undefined
      if (answer !== undefined) answers.set(feed, answer)
    }
  }
  return async (feeds) => {
    const requested = [...new Set(feeds)]
    const answers = new Map<Feed, FeedAnswer>()
    const failures = new Map<string, unknown>()
    const readOrRecord = (chainId: string) =>
      readChain(
        chainId,
        requested.filter((feed) => feed.chainId === chainId),
        answers,
      ).catch((error: unknown) => failures.set(chainId, error))
    await Promise.all([...new Set(requested.map(({ chainId }) => chainId))].map(readOrRecord))
    return { answers, failures }
  }
}
