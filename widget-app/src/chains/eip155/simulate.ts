import { decodeErrorResult, parseAbi } from 'viem/utils'
import * as z from 'zod/mini'
import type { Network } from '#shared/config/network.ts'
import { isProviderRpcError } from '#shared/errors/provider-error.ts'
import type { JsonRpc } from '../json-rpc.ts'
import type { BalanceChange, Simulation } from '../request-facts.ts'
import { addressSchema, bytesSchema, hashSchema, isSameHex, quantitySchema, toQuantity } from './hex.ts'
import type { Calls } from './read-request.ts'
import { tokenReader } from './token-figures.ts'

const logSchema = z.object({ address: addressSchema, topics: z.array(hashSchema), data: bytesSchema })
const callSchema = z.object({
  status: quantitySchema,
  gasUsed: quantitySchema,
  returnData: bytesSchema,
  logs: z.array(logSchema),
  error: z.optional(z.nullable(z.object({ message: z.optional(z.string()) }))),
})
const blocksSchema = z.array(
  z.object({ calls: z.array(callSchema), baseFeePerGas: z.optional(z.nullable(quantitySchema)) }),
)

type Log = z.output<typeof logSchema>

/** `Transfer` of ERC-20 and ERC-721, and both of ERC-1155. */
const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const singleTopic = '0xc3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62'

/** What nodes call the native currency in logs of `traceTransfers` (execution-apis). */
const nativeAddress = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'

const wordAddress = (word: string | undefined): string => `0x${(word ?? '').slice(-40)}`
const word = (data: string, index: number): bigint => {
  const text = data.slice(2 + index * 64, 66 + index * 64)
  return text === '' ? 0n : BigInt(`0x${text}`)
}

type Move = { from: string; to: string; contract: string | undefined; value: bigint; collectible?: bigint }

function moveOf({ address, topics, data }: Log): Move | undefined {
  const [kind, second, third, fourth] = topics
  if (kind === transferTopic) {
    const ends = { from: wordAddress(second), to: wordAddress(third) }
    if (fourth !== undefined) return { ...ends, contract: address, value: 1n, collectible: BigInt(fourth) }
    const contract = isSameHex(address, nativeAddress) ? undefined : address
    return { ...ends, contract, value: word(data, 0) }
  }
  if (kind !== singleTopic) return undefined
  const ends = { from: wordAddress(third), to: wordAddress(fourth) }
  return { ...ends, contract: address, value: word(data, 1), collectible: word(data, 0) }
}

/** What an account has more or less of, what leaves first; what comes back within the request is left out. */
function balanceChanges(logs: readonly Log[], account: string): readonly BalanceChange[] {
  const sums = new Map<string, BalanceChange>()
  for (const move of logs.map(moveOf)) {
    if (move === undefined) continue
    const sign = (isSameHex(move.to, account) ? 1n : 0n) - (isSameHex(move.from, account) ? 1n : 0n)
    if (sign === 0n) continue
    const { contract, collectible } = move
    const key = `${contract?.toLowerCase() ?? ''}#${collectible ?? ''}`
    const value = (sums.get(key)?.figure.value ?? 0n) + sign * move.value
    sums.set(key, { figure: { value, contract }, collectible })
  }
  return [...sums.values()]
    .filter(({ figure }) => figure.value !== 0n)
    .sort((a, b) => Number(a.figure.value > 0n) - Number(b.figure.value > 0n))
}

const errors = parseAbi(['error Error(string)', 'error Panic(uint256)'])
const reasonMaxLength = 160

function revertReason(returnData: `0x${string}`): string | undefined {
  try {
    const { args } = decodeErrorResult({ abi: errors, data: returnData })
    return String(args[0]).slice(0, reasonMaxLength)
  } catch {
    return undefined
  }
}

/**
 * Runs the calls one after another on the newest block (`eth_simulateV1`), with the account's real balance and no
 * signature; what moves is told by the logs of the tokens, and by the node for the native currency.
 * @throws ProviderRpcError of a node without the method.
 */
export async function simulate(
  rpc: JsonRpc,
  { from, calls }: Calls,
  network: Network,
  signal: AbortSignal,
): Promise<Simulation> {
  const block = {
    calls: calls.map(({ to, value, data }) => ({
      from,
      ...(to === undefined ? {} : { to }),
      value: toQuantity(value),
      input: data,
    })),
  }
  const params = [{ blockStateCalls: [block], traceTransfers: true, validation: false }, 'latest']
  const run = rpc('eth_simulateV1', params, blocksSchema, { signal }).catch((error: unknown) => {
    // More coins than there are is no run that fails but a request the node refuses.
    if (isProviderRpcError(error) && /insufficient|balance/i.test(error.message)) return undefined
    throw error
  })
  const [blocks, price] = await Promise.all([
    run,
    rpc('eth_gasPrice', [], quantitySchema, { signal }).catch(() => undefined),
  ])
  if (blocks === undefined) return { is: 'fails', reason: 'insufficient-funds' }
  const results = blocks.flatMap((one) => one.calls)
  const failed = results.find(({ status }) => status === 0n)
  if (failed) return { is: 'fails', reason: revertReason(failed.returnData) }
  const reader = tokenReader(rpc, network, signal)
  const raw = balanceChanges(
    results.flatMap(({ logs }) => logs),
    from,
  )
  const gas = results.reduce((sum, { gasUsed }) => sum + gasUsed, 0n)
  return {
    is: 'runs',
    changes: await Promise.all(raw.map((change) => reader.change(change))),
    fee: price === undefined ? undefined : gas * price,
    grants: [],
    isPartial: false,
  }
}
