import type { RpcRequest } from '../../../shared/api/rpc.ts'
import { rpcPolicy } from '../../../shared/channel/rpc-policy.ts'
import type { RpcCacheRule, RpcCallPolicy } from '../ports/rpc.ts'

type Params = readonly unknown[]

/** A row of the table; missing members default to those of a plain read. */
type MethodRow = {
  readonly cache?: RpcCacheRule | ((params: Params) => RpcCacheRule)
  readonly submits?: true
  readonly hedge?: false
  readonly timeoutMs?: number
  readonly cost?: number
}

/** Timeout of one attempt, so that an attempt at a second node still fits into the 10 s of a response. */
const readTimeoutMs = 3_000
const slowTimeoutMs = 6_000
/** Timeout of a submission, which has one attempt. */
const submitTimeoutMs = 9_000
/** From this cost on, a call is too slow to share a batch with others. */
const unbatchedFromCost = 5

const never: RpcCacheRule = { is: 'never' }
const chainConstant: RpcCacheRule = { is: 'chain-constant' }
const runtimeConstant: RpcCacheRule = { is: 'runtime-constant' }
const immutable: RpcCacheRule = { is: 'immutable' }
const latest: RpcCacheRule = { is: 'latest', lifetimeMs: 1_000 }
/** A slot of Solana lasts 0.4 s. */
const latestSlot: RpcCacheRule = { is: 'latest', lifetimeMs: 400 }
const onceFinalized: RpcCacheRule = { is: 'finalized', block: 'result', lifetimeMs: 0 }

const blockNumber = /^0x(0|[1-9a-f][0-9a-f]{0,15})$/i

/**
 * State or contents of the block in parameter `at` (execution-apis, "Block number or tag"; EIP-1898 objects are not cached).
 */
const ofBlock =
  (at: number, tagged: RpcCacheRule = latest) =>
  (params: Params): RpcCacheRule => {
    const block = params[at] ?? 'latest'
    if (block === 'latest') return tagged
    if (typeof block !== 'string' || !blockNumber.test(block)) return never
    return {
      is: 'finalized',
      block: BigInt(block),
      lifetimeMs: tagged.is === 'latest' ? tagged.lifetimeMs : 0,
    }
  }

function ofLogs([filter]: Params): RpcCacheRule {
  const from: unknown = Reflect.get(Object(filter), 'fromBlock')
  const to: unknown = Reflect.get(Object(filter), 'toBlock')
  if (typeof from !== 'string' || typeof to !== 'string') return never
  if (!blockNumber.test(from) || !blockNumber.test(to)) return never
  return { is: 'finalized', block: BigInt(to), lifetimeMs: 0 }
}

/** A state override (third parameter of `eth_call`) is a simulation that no other caller repeats. */
const ofCall = (params: Params): RpcCacheRule => (params.length > 2 ? never : ofBlock(1)(params))

/** Polkadot state at the hash in parameter `at`; the rule `newest` without a hash. */
const atHash =
  (at: number, newest: RpcCacheRule) =>
  (params: Params): RpcCacheRule =>
    params[at] == null ? newest : immutable

/** Solana: `finalized` is the default commitment of these methods. */
function ofFinalizedLedger([, options]: Params): RpcCacheRule {
  const commitment: unknown =
    typeof options === 'object' ? Reflect.get(Object(options), 'commitment') : undefined
  return commitment === undefined || commitment === 'finalized' ? immutable : never
}

const slow = { timeoutMs: slowTimeoutMs } as const

const eip155: Readonly<Record<string, MethodRow>> = {
  eth_sendRawTransaction: { submits: true, cost: 5 },
  eth_chainId: { cache: chainConstant },
  net_version: { cache: chainConstant },
  web3_clientVersion: { cache: latest },
  eth_blockNumber: { cache: latest },
  eth_gasPrice: { cache: latest },
  eth_maxPriorityFeePerGas: { cache: latest },
  eth_blobBaseFee: { cache: latest },
  eth_feeHistory: { cache: ofBlock(1), cost: 2 },
  eth_getBalance: { cache: ofBlock(1) },
  eth_getCode: { cache: ofBlock(1) },
  eth_getStorageAt: { cache: ofBlock(2) },
  eth_getProof: { cache: ofBlock(2), cost: 3 },
  // A stale nonce replaces or blocks a transaction.
  eth_getTransactionCount: { cache: ofBlock(1, never) },
  eth_call: { cache: ofCall, cost: 2 },
  eth_estimateGas: { cost: 3 },
  eth_createAccessList: { cost: 3 },
  eth_simulateV1: { cost: 10, ...slow },
  eth_getLogs: { cache: ofLogs, cost: 10, ...slow },
  eth_getBlockByNumber: { cache: ofBlock(0), cost: 2 },
  eth_getBlockByHash: { cache: onceFinalized, cost: 2 },
  eth_getBlockReceipts: { cache: ofBlock(0, never), cost: 5, ...slow },
  eth_getBlockTransactionCountByNumber: { cache: ofBlock(0) },
  eth_getBlockTransactionCountByHash: {},
  eth_getTransactionByHash: { cache: onceFinalized },
  eth_getTransactionByBlockHashAndIndex: { cache: onceFinalized },
  eth_getTransactionByBlockNumberAndIndex: { cache: ofBlock(0, never) },
  eth_getTransactionReceipt: { cache: onceFinalized },
}

const solana: Readonly<Record<string, MethodRow>> = {
  sendTransaction: { submits: true, cost: 5 },
  simulateTransaction: { cost: 3 },
  getGenesisHash: { cache: chainConstant },
  getMinimumBalanceForRentExemption: { cache: { is: 'latest', lifetimeMs: 60_000 } },
  getTransaction: { cache: ofFinalizedLedger, cost: 2 },
  getBlock: { cache: ofFinalizedLedger, cost: 10, ...slow },
  getBlockTime: {},
  getAccountInfo: { cache: latestSlot },
  getMultipleAccounts: { cache: latestSlot, cost: 3 },
  getBalance: { cache: latestSlot },
  getTokenAccountBalance: { cache: latestSlot },
  getTokenAccountsByOwner: { cache: latestSlot, cost: 4 },
  getTokenSupply: { cache: latestSlot },
  getEpochInfo: { cache: latestSlot },
  getSlot: { cache: latestSlot },
  getBlockHeight: { cache: latestSlot },
  getRecentPrioritizationFees: { cache: latestSlot },
  getSignaturesForAddress: { cost: 4 },
  getProgramAccounts: { cost: 20, ...slow },
  getTokenLargestAccounts: { cost: 20, ...slow },
  getLargestAccounts: { cost: 20, ...slow },
  getSupply: { cost: 20, ...slow },
  getVoteAccounts: { cost: 10, ...slow },
  getClusterNodes: { cost: 10, ...slow },
  getLeaderSchedule: { cost: 10, ...slow },
}

const polkadot: Readonly<Record<string, MethodRow>> = {
  author_submitExtrinsic: { submits: true, cost: 5 },
  // The transaction pool of one node only.
  author_pendingExtrinsics: { cost: 5 },
  rpc_methods: { cache: { is: 'latest', lifetimeMs: 60_000 } },
  system_chain: { cache: chainConstant },
  system_chainType: { cache: chainConstant },
  system_properties: { cache: chainConstant },
  system_name: { cache: { is: 'latest', lifetimeMs: 60_000 } },
  system_version: { cache: { is: 'latest', lifetimeMs: 60_000 } },
  system_dryRun: { cost: 3 },
  // Block 0 never changes; any other number may be of a fork.
  chain_getBlockHash: { cache: ([number]) => (number === 0 ? chainConstant : never) },
  chain_getHeader: { cache: atHash(0, never) },
  chain_getBlock: { cache: atHash(0, never), cost: 2 },
  state_getMetadata: { cache: atHash(0, runtimeConstant), cost: 10, ...slow },
  state_getRuntimeVersion: { cache: atHash(0, { is: 'latest', lifetimeMs: 6_000 }) },
  state_getStorage: { cache: atHash(1, latest) },
  state_getStorageSize: { cache: atHash(1, latest) },
  state_getStorageHash: { cache: atHash(1, latest) },
  state_queryStorageAt: { cache: atHash(1, latest), cost: 3 },
  state_call: { cache: atHash(2, never), cost: 3 },
  state_getKeysPaged: { cache: atHash(3, never), cost: 10, ...slow },
  state_getPairs: { cost: 20, ...slow },
  state_queryStorage: { cost: 20, ...slow },
  payment_queryInfo: { cache: atHash(1, never), cost: 3 },
  payment_queryFeeDetails: { cache: atHash(1, never), cost: 3 },
}

/**
 * What the gateway forwards: for eip155 the reads of the channel's table (SPEC §6) and what our own wallet has signed, which the
 * widget refuses a site; for other namespaces what chain adapters read and submit.
 */
const namespaces: Readonly<
  Record<
    string,
    { readonly passes: (method: string) => boolean; readonly rows: Readonly<Record<string, MethodRow>> }
  >
> = {
  eip155: {
    passes: (method) => rpcPolicy(method) === 'read' || method === 'eth_sendRawTransaction',
    rows: eip155,
  },
  solana: {
    passes: (method) => /^(get[A-Z]\w*|isBlockhashValid|simulateTransaction|sendTransaction)$/.test(method),
    rows: solana,
  },
  polkadot: {
    // Without subscriptions, which need a connection, and without methods that nodes list as unsafe.
    passes: (method) =>
      /^(((chain|state|payment|system)_(?!\w*([sS]ubscribe|trace)|(add|remove|reset)[A-Z])\w+)|author_(submitExtrinsic|pendingExtrinsics)|rpc_methods)$/.test(
        method,
      ),
    rows: polkadot,
  },
}

const namespaceOf = (chainId: string) => {
  const name = chainId.split(':')[0] ?? ''
  return Object.hasOwn(namespaces, name) ? namespaces[name] : undefined
}

/** Whether the RPC gateway forwards a method of a chain (CAIP-2 id) to nodes. */
export const isRpcMethodAllowed = (chainId: string, method: string): boolean =>
  namespaceOf(chainId)?.passes(method) ?? false

/**
 * The policy of one call: its cache rule, whether it submits or may be hedged, its timeout and its cost. A method without a
 * row is never cached, and one that is not allowed counts as a submission.
 * @param chainId CAIP-2 id
 */
export function rpcCallPolicy(chainId: string, call: RpcRequest): RpcCallPolicy {
  const rows = namespaceOf(chainId)?.rows ?? {}
  const row: MethodRow = Object.hasOwn(rows, call.method) ? (rows[call.method] ?? {}) : {}
  const submits = row.submits ?? !isRpcMethodAllowed(chainId, call.method)
  const { cache = never } = row
  return {
    cache: submits ? never : typeof cache === 'function' ? cache(call.params ?? []) : cache,
    submits,
    hedge: !submits && (row.hedge ?? true),
    timeoutMs: submits ? submitTimeoutMs : (row.timeoutMs ?? readTimeoutMs),
    cost: row.cost ?? 1,
    unbatched: submits || (row.cost ?? 1) >= unbatchedFromCost,
  }
}

/** Total cost of calls in points of a caller's budget; a rejected call costs 1. */
export const rpcCost = (chainId: string, calls: readonly RpcRequest[]): number =>
  calls.reduce(
    (sum, call) => sum + (isRpcMethodAllowed(chainId, call.method) ? rpcCallPolicy(chainId, call).cost : 1),
    0,
  )
