import type { RpcCall } from './rpc-gateway.ts'

/**
 * Depth below the head from which a block counts as immutable if the chain has reported no finalized one: deeper than the
 * deepest known reorganisation (157 blocks, Polygon, February 2023).
 */
const lastingDepth = 256n

/** Where a call names its block, or why its result cannot change. */
type Place =
  /** The first parameter is the hash of the content itself. */
  | { readonly is: 'content' }
  /** A block at this parameter: a number, a tag, or EIP-1898's `blockHash`. */
  | { readonly is: 'block'; readonly at: number }
  /** The result names the block it was mined in. */
  | { readonly is: 'mined' }
  /** A log filter: by `blockHash`, or up to `toBlock`. */
  | { readonly is: 'filter' }

const content: Place = { is: 'content' }
const mined: Place = { is: 'mined' }
const block = (at: number): Place => ({ is: 'block', at })

/**
 * Methods whose results may be cached. All others depend on the current state (heads, prices, estimates, simulations, the
 * node's version) or on a transaction without a block.
 */
const places: ReadonlyMap<string, Place> = new Map([
  ['eth_getBlockByHash', content],
  ['eth_getBlockTransactionCountByHash', content],
  ['eth_getTransactionByBlockHashAndIndex', content],
  ['eth_getTransactionByHash', mined],
  ['eth_getTransactionReceipt', mined],
  ['eth_getBlockByNumber', block(0)],
  ['eth_getBlockReceipts', block(0)],
  ['eth_getBlockTransactionCountByNumber', block(0)],
  ['eth_getTransactionByBlockNumberAndIndex', block(0)],
  ['eth_getBalance', block(1)],
  ['eth_getCode', block(1)],
  ['eth_getTransactionCount', block(1)],
  ['eth_call', block(1)],
  ['eth_getStorageAt', block(2)],
  ['eth_getProof', block(2)],
  ['eth_getLogs', { is: 'filter' }],
])

const hashPattern = /^0x[0-9a-f]{64}$/i
const numberPattern = /^0x[0-9a-f]{1,16}$/i

const member = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined

const isHash = (value: unknown): boolean => typeof value === 'string' && hashPattern.test(value)

/** A block number in hex; undefined for tags and anything else. */
const numberOf = (value: unknown): bigint | undefined =>
  typeof value === 'string' && numberPattern.test(value) ? BigInt(value) : undefined

const isLastingNumber = (value: unknown, lasting: bigint): boolean => {
  const number = numberOf(value)
  return number !== undefined && number <= lasting
}

/** Whether a block cannot change: it is given by hash, or by a number at or below the immutable one. */
const isLastingBlock = (value: unknown, lasting: bigint): boolean =>
  isHash(value) ||
  isHash(member(value, 'blockHash')) ||
  isLastingNumber(member(value, 'blockNumber') ?? value, lasting)

/** Whether the result of a call can never change. A null result may change later. */
export function isImmutable({ method, params }: RpcCall, answer: unknown, lasting: bigint): boolean {
  const place = places.get(method)
  if (place === undefined || answer === null || answer === undefined) return false
  switch (place.is) {
    case 'content':
      return isHash(params[0])
    case 'block':
      return isLastingBlock(params[place.at], lasting)
    case 'mined':
      return isLastingNumber(member(answer, 'blockNumber'), lasting)
    case 'filter':
      return (
        isHash(member(params[0], 'blockHash')) ||
        (isLastingNumber(member(params[0], 'fromBlock'), lasting) &&
          isLastingNumber(member(params[0], 'toBlock'), lasting))
      )
  }
}

/** The highest immutable block according to a result: the finalized one by its tag, or one far enough below the head. */
export function immutableBlock({ method, params }: RpcCall, answer: unknown): bigint | undefined {
  const number = method === 'eth_getBlockByNumber' ? numberOf(member(answer, 'number')) : numberOf(answer)
  if (number === undefined) return undefined
  if (method === 'eth_getBlockByNumber' && params[0] === 'finalized') return number
  const isHead = method === 'eth_blockNumber' || (method === 'eth_getBlockByNumber' && params[0] === 'latest')
  return isHead && number >= lastingDepth ? number - lastingDepth : undefined
}
