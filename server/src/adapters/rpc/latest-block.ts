import type { RpcRequest } from '../../../../shared/api/rpc.ts'
import * as z from '../../../../shared/zod.ts'

const hexNumber = z.string().check(z.regex(/^0x[0-9a-f]{1,16}$/i))
const withBlock = z.object({ blockNumber: hexNumber })
const block = z.object({ number: hexNumber })
const polkadotBlock = z.object({ block: z.object({ header: block }) })
const context = z.object({ context: z.object({ slot: z.int() }) })
const statuses = z.object({ value: z.array(z.nullable(z.object({ slot: z.int() }))) })
const solanaTransaction = z.object({ slot: z.int() })

/** The block of an eip155 result: of a receipt, a transaction, a log list's first entry, or a block itself. */
export function blockOfResult(result: unknown): bigint | undefined {
  const inBlock = z.safeParse(withBlock, result)
  if (inBlock.success) return BigInt(inBlock.data.blockNumber)
  const asBlock = z.safeParse(block, result)
  return asBlock.success ? BigInt(asBlock.data.number) : undefined
}

/** The newest block, or slot, whose existence follows from a result. */
const newest: Readonly<Record<string, (result: unknown) => bigint | undefined>> = {
  eth_blockNumber: (result) => {
    const parsed = z.safeParse(hexNumber, result)
    return parsed.success ? BigInt(parsed.data) : undefined
  },
  eth_getBlockByNumber: blockOfResult,
  eth_getTransactionReceipt: blockOfResult,
  eth_getTransactionByHash: blockOfResult,
  chain_getHeader: blockOfResult,
  chain_getBlock: (result) => {
    const parsed = z.safeParse(polkadotBlock, result)
    return parsed.success ? BigInt(parsed.data.block.header.number) : undefined
  },
  getTransaction: (result) => {
    const parsed = z.safeParse(solanaTransaction, result)
    return parsed.success ? BigInt(parsed.data.slot) : undefined
  },
  getSignatureStatuses: (result) => {
    const parsed = z.safeParse(statuses, result)
    if (!parsed.success) return undefined
    const slots = parsed.data.value.flatMap((status) => (status === null ? [] : [status.slot]))
    return slots.length === 0 ? undefined : BigInt(Math.max(...slots))
  },
}

/** Tracks the newest block of a chain in any response: a cached read of an older state is then stale. */
export function createLatestBlock() {
  let head = 0n
  return {
    head: () => head,
    observe: (call: RpcRequest, result: unknown) => {
      if (!Object.hasOwn(newest, call.method) || call.params?.[0] === 'pending') return
      const observed = newest[call.method]?.(result)
      if (observed !== undefined && observed > head) head = observed
    },
    /**
     * The block at which the latest state was read: Solana returns its slot; other nodes read at or after the head at the
     * time of sending.
     */
    blockOfRead: (result: unknown, headWhenSent: bigint): bigint => {
      const parsed = z.safeParse(context, result)
      return parsed.success ? BigInt(parsed.data.context.slot) : headWhenSent
    },
  }
}
