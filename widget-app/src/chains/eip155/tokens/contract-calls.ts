import { namespaceOf } from '#shared/caip/chain-id.ts'
import type { Network } from '#shared/config/network.ts'
import { texts } from '#shared/errors/codes.ts'
import { WidgetError } from '#shared/errors/widget-error.ts'
import * as z from '#shared/zod.ts'
import type { AdapterPorts } from '../../adapter-ports.ts'
import type {
  Asset,
  Connection,
  ContractCall,
  FeeEstimate,
  SentVerdict,
  SubmittedTransaction,
  WalletTransport,
} from '../../chain-adapter.ts'
import type { JsonRpc } from '../../json-rpc.ts'
import { parseAddress } from '../address.ts'
import { type ReceiptLogs, receiptLogsSchema } from '../chain-records.ts'
import { bytesSchema, countSchema, isSameHex, quantitySchema, toQuantity } from '../hex.ts'
import type { OpenRpc } from '../rpc.ts'
import { estimateCall } from '../transactions/fee.ts'
import { sendCall } from '../transactions/send.ts'
import { operationOutcome } from '../transactions/user-operation-result.ts'
import { initialPollDelaysMs, laterPollDelaysMs, verifySentCall } from '../transactions/verify-sent.ts'
import { tokenReceived } from './token-received-amount.ts'
import type { TransferCall } from './transfer-call.ts'

/**
 * A call in the form for the wallet. @throws WidgetError `chain/unsupported`, `address/*`, `http/invalid-response` for data
 * that is not hex.
 */
export function toTransferCall({ chain, from, to, data, value }: ContractCall): TransferCall {
  if (namespaceOf(chain) !== 'eip155') throw new WidgetError('chain/unsupported', texts.unsupportedChain)
  const bytes = bytesSchema.safeParse(data)
  if (!bytes.success) throw new WidgetError('http/invalid-response', 'The call has no data')
  return { from: parseAddress(from), to: parseAddress(to), value, data: bytes.data }
}

/** The fee of a contract call. @throws as `estimateFee`. */
export const estimateContractCall = (rpc: JsonRpc, call: ContractCall): Promise<FeeEstimate> =>
  estimateCall(rpc, call.chain, toTransferCall(call), false)

/** Requests the wallet to sign and submit a call. @throws as `send`. */
export const sendContractCall = (
  transport: WalletTransport,
  connection: Connection,
  call: ContractCall,
  fee: FeeEstimate,
): Promise<SubmittedTransaction> => sendCall(transport, connection, toTransferCall(call), call.chain, fee)

/** Verifies the included transaction against the request (channel D8). @throws as `verifySent`. */
export const verifyContractCall = async (
  ports: { readonly openRpc: OpenRpc; readonly clock: AdapterPorts['clock'] },
  { hash }: SubmittedTransaction,
  call: ContractCall,
  network: Network,
  signal: AbortSignal,
): Promise<SentVerdict> => {
  const requested = { ...toTransferCall(call), chain: call.chain }
  const pollDelaysMs = [...initialPollDelaysMs, ...laterPollDelaysMs]
  return (await verifySentCall(ports, hash, requested, network, signal, pollDelaysMs)).verdict
}

/**
 * Native currency received by another account's transaction through a contract. Not every node returns traces of it, but the
 * balances before and after the block show it, if the account made no transaction in that block.
 */
async function receivedThroughContract(
  rpc: JsonRpc,
  { blockNumber, logs }: ReceiptLogs,
  account: string,
  signal: AbortSignal,
): Promise<bigint | undefined> {
  // The balance also includes the prepayment for the account's own operation (ERC-4337).
  if (operationOutcome(logs, account) !== undefined) return undefined
  const options = { signal }
  const [after, before] = [toQuantity(blockNumber), toQuantity(blockNumber - 1n)]
  const balance = (block: string) => rpc('eth_getBalance', [account, block], quantitySchema, options)
  const count = (block: string) => rpc('eth_getTransactionCount', [account, block], countSchema, options)
  const [balanceBefore, balanceAfter, countBefore, countAfter] = await Promise.all([
    balance(before),
    balance(after),
    count(before),
    count(after),
  ])
  return countBefore === countAfter ? balanceAfter - balanceBefore : undefined
}

/** Native currency received by another account's transaction: its value, if it pays the account directly. */
async function receivedFromOther(
  rpc: JsonRpc,
  receipt: ReceiptLogs,
  { hash, account }: { readonly hash: string; readonly account: string },
  signal: AbortSignal,
): Promise<bigint | undefined> {
  if (receipt.status !== 1n) return receipt.status === 0n ? 0n : undefined
  if (receipt.to == null || !isSameHex(receipt.to, account))
    return receivedThroughContract(rpc, receipt, account, signal)
  const sent = z.object({ value: quantitySchema })
  return (await rpc('eth_getTransactionByHash', [hash], sent, { signal })).value
}

/**
 * Received native currency. Logs do not show it, but the balances before and after the block do, if nothing else changes
 * them.
 */
async function receivedNative(
  rpc: JsonRpc,
  receipt: ReceiptLogs,
  { hash, account }: { readonly hash: string; readonly account: string },
  signal: AbortSignal,
): Promise<bigint | undefined> {
  if (!isSameHex(receipt.from, account)) return receivedFromOther(rpc, receipt, { hash, account }, signal)
  const options = { signal }
  const [after, before] = [toQuantity(receipt.blockNumber), toQuantity(receipt.blockNumber - 1n)]
  const balance = (block: string) => rpc('eth_getBalance', [account, block], quantitySchema, options)
  const count = (block: string) => rpc('eth_getTransactionCount', [account, block], countSchema, options)
  const sent = z.object({ value: quantitySchema, authorizationList: z.optional(z.array(z.unknown())) })
  const [balanceBefore, balanceAfter, countBefore, countAfter, { value, authorizationList = [] }] =
    await Promise.all([
      balance(before),
      balance(after),
      count(before),
      count(after),
      rpc('eth_getTransactionByHash', [hash], sent, options),
    ])
  // An EIP-7702 authorization uses a nonce too, the one after its own transaction's.
  const isOnlyTransaction = countAfter - countBefore === 1 + authorizationList.length
  if (!isOnlyTransaction || receipt.effectiveGasPrice == null) return undefined
  const fee = receipt.gasUsed * receipt.effectiveGasPrice + (receipt.l1Fee ?? 0n)
  return balanceAfter - balanceBefore + fee + value
}

/** What an account received of an asset by a mined transaction; undefined if that cannot be determined. */
export async function receivedAmount(
  rpc: JsonRpc,
  hash: string,
  account: string,
  asset: Asset,
  signal: AbortSignal,
): Promise<bigint | undefined> {
  const receipt = await rpc('eth_getTransactionReceipt', [hash], z.nullable(receiptLogsSchema), { signal })
  if (receipt === null) return undefined
  if (asset.address !== undefined)
    return tokenReceived(rpc, receipt, { account, token: asset.address }, signal)
  const received = await receivedNative(rpc, receipt, { hash, account }, signal)
  // Otherwise something else changed the balance in the same block.
  return received !== undefined && received > 0n ? received : undefined
}

/** When a transaction was mined, in epoch milliseconds; undefined while it is in no known block. */
export async function minedAt(rpc: JsonRpc, hash: string, signal: AbortSignal): Promise<number | undefined> {
  const options = { signal }
  const place = z.object({ blockNumber: quantitySchema })
  const receipt = await rpc('eth_getTransactionReceipt', [hash], z.nullable(place), options)
  if (receipt === null) return undefined
  const time = z.nullable(z.object({ timestamp: countSchema }))
  const block = await rpc('eth_getBlockByNumber', [toQuantity(receipt.blockNumber), false], time, options)
  return block === null ? undefined : block.timestamp * 1_000
}
