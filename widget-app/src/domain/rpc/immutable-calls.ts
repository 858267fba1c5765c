import type { RpcCall } from './rpc-gateway.ts'

/**
 * Depth below the head from which a block counts as immutable if the chain has reported no finalized one: deeper than the
 * deepest known reorganisation (157 blocks, Polygon, February 2023).
 */
const immutableDepth = 256n

/** Where a call names its block, or why its result cannot change. */
type BlockReference =
  /** The first parameter is the hash of the content itself. */
  | { readonly is: 'content' }
  /** A block at this parameter: a number, a tag, or EIP-1898's `blockHash`. */
  | { readonly is: 'block'; readonly at: number }
  /** The result names the block it was mined in. */
  | { readonly is: 'mined' }
  /** A log filter: by `blockHash`, or up to `toBlock`. */
  | { readonly is: 'filter' }

const content: BlockReference = { is: 'content' }
const mined: BlockReference = { is: 'mined' }
const block = (at: number): BlockReference => ({ is: 'block', at })

/**
 * Methods whose results may be cached. All others depend on the current state (heads, prices, estimates, simulations, the
 * node's version) or on a transaction without a block.
 */
const blockReferences: ReadonlyMap<string, BlockReference> = new Map([
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

const isImmutableNumber = (value: unknown, highestImmutable: bigint): boolean => {
  const number = numberOf(value)
  return number !== undefined && number <= highestImmutable
}

/** Whether a block cannot change: it is given by hash, or by a number at or below the immutable one. */
const isImmutableBlock = (value: unknown, highestImmutable: bigint): boolean =>
  isHash(value) ||
  isHash(member(value, 'blockHash')) ||
  isImmutableNumber(member(value, 'blockNumber') ?? value, highestImmutable)

/** Whether the result of a call can never change. A null result may change later. */
export function isImmutable({ method, params }: RpcCall, result: unknown, highestImmutable: bigint): boolean {
  const reference = blockReferences.get(method)
  if (reference === undefined || result === null || result === undefined) return false
  switch (reference.is) {
    case 'content':
      return isHash(params[0])
    case 'block':
      return isImmutableBlock(params[reference.at], highestImmutable)
    case 'mined':
      return isImmutableNumber(member(result, 'blockNumber'), highestImmutable)
    case 'filter':
      return (
        isHash(member(params[0], 'blockHash')) ||
        (isImmutableNumber(member(params[0], 'fromBlock'), highestImmutable) &&
          isImmutableNumber(member(params[0], 'toBlock'), highestImmutable))
      )
  }
}

/** The highest immutable block according to a result: the finalized one by its tag, or one far enough below the head. */
export function immutableBlock({ method, params }: RpcCall, result: unknown): bigint | undefined {
  const number = method === 'eth_getBlockByNumber' ? numberOf(member(result, 'number')) : numberOf(result)
  if (number === undefined) return undefined
  if (method === 'eth_getBlockByNumber' && params[0] === 'finalized') return number
  const isHead = method === 'eth_blockNumber' || (method === 'eth_getBlockByNumber' && params[0] === 'latest')
  return isHead && number >= immutableDepth ? number - immutableDepth : undefined
}
