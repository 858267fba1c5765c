import * as z from '#shared/zod.ts'
import type { JsonRpc } from '../../json-rpc.ts'
import { logSchema, type ReceiptLogs } from '../chain-records.ts'
import { addressSchema, bytesSchema, type Hex, isSameHex, toQuantity } from '../hex.ts'
import { isWordOf, transferTopic } from '../simulate/simulation-logs.ts'
import { decodeUint, encodeBalanceOf } from './erc20.ts'

type Logs = ReceiptLogs['logs']

const logsSchema = z.array(logSchema)

const logsOfAccount = (logs: Logs, account: string, token: string): Logs =>
  logs.filter(
    ({ address, topics: [topic, from, to] }) =>
      isSameHex(address, token) &&
      topic === transferTopic &&
      (isWordOf(from, account) || isWordOf(to, account)),
  )

/** Received minus sent token amount, by the logs. */
function sumOf(logs: Logs, account: string): bigint {
  let sum = 0n
  for (const { topics, data } of logs) {
    const [, from, to] = topics
    const value = decodeUint(data) ?? 0n
    if (isWordOf(to, account)) sum += value
    if (isWordOf(from, account)) sum -= value
  }
  return sum
}

/** The account and token to read, and the node to read them from. */
type BlockRead = {
  readonly rpc: JsonRpc
  readonly token: Hex
  readonly account: Hex
  readonly block: bigint
  readonly signal: AbortSignal
}

/** The balance after a block minus the one before; undefined if the node no longer has those states. */
async function balanceChange({ rpc, token, account, block, signal }: BlockRead): Promise<bigint | undefined> {
  const call = { to: token, data: encodeBalanceOf(account) }
  const balance = async (at: bigint) =>
    decodeUint(await rpc('eth_call', [call, toQuantity(at)], bytesSchema, { signal }))
  try {
    const [before, after] = await Promise.all([balance(block - 1n), balance(block)])
    return before === undefined || after === undefined ? undefined : after - before
  } catch {
    signal.throwIfAborted()
    return undefined
  }
}

/** The sum of all transactions of a block, by the logs; undefined if the node does not return them. */
async function sumInBlock({ rpc, token, account, block, signal }: BlockRead): Promise<bigint | undefined> {
  const word = `0x${account.slice(2).toLowerCase().padStart(64, '0')}`
  const range = { address: token, fromBlock: toQuantity(block), toBlock: toQuantity(block) }
  const logs = (topics: readonly unknown[]) =>
    rpc('eth_getLogs', [{ ...range, topics: [transferTopic, ...topics] }], logsSchema, { signal })
  try {
    const [out, into] = await Promise.all([logs([word]), logs([null, word])])
    const outgoing = out.filter(({ topics }) => !isWordOf(topics[2], account))
    const incoming = into.filter(({ topics }) => !isWordOf(topics[1], account))
    return sumOf([...outgoing, ...incoming], account)
  } catch {
    signal.throwIfAborted()
    return undefined
  }
}

const uint256Limit = 1n << 256n

/** The amount, if it is valid: a contract may emit any number of events with any values. */
const validAmount = (sum: bigint | undefined): bigint | undefined =>
  sum !== undefined && sum >= 0n && sum < uint256Limit ? sum : undefined

/**
 * The token amount that an account received in a transaction. Logs are only claims of the token: if the balance changed by
 * another amount, the balance counts, unless something else in the block changed it. Undefined if it cannot be determined.
 */
export async function tokenReceived(
  rpc: JsonRpc,
  { logs, blockNumber, status }: ReceiptLogs,
  { account, token }: { readonly account: string; readonly token: string },
  signal: AbortSignal,
): Promise<bigint | undefined> {
  if (status === 0n) return 0n
  const accountLogs = logsOfAccount(logs, account, token)
  const logged = sumOf(accountLogs, account)
  const [holder, contract] = [addressSchema.parse(account), addressSchema.parse(token)]
  const blockRead: BlockRead = { rpc, token: contract, account: holder, block: blockNumber, signal }
  const change = await balanceChange(blockRead)
  if (change === undefined) return accountLogs.length === 0 ? undefined : validAmount(logged)
  if (change === logged) return validAmount(logged)
  const all = await sumInBlock(blockRead)
  if (all === change) return validAmount(logged)
  return all === logged ? validAmount(change) : undefined
}
