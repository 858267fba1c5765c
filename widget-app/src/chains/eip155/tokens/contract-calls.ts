import * as z from 'zod/mini'
import { namespaceOf } from '#shared/caip/chain-id.ts'
import type { Network } from '#shared/config/network.ts'
import { texts } from '#shared/errors/codes.ts'
import { WidgetError } from '#shared/errors/widget-error.ts'
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
import { compareSent, earlyLooksMs, lateLooksMs } from '../transactions/verify-sent.ts'
import { tokenReceived } from './token-received-amount.ts'
import type { TransferCall } from './transfer-call.ts'

/** A call as the wallet takes it. @throws WidgetError `chain/unsupported`, `address/*`, `http/invalid-response` for data that is no hex. */
export function asCall({ chain, from, to, data, value }: ContractCall): TransferCall {
  if (namespaceOf(chain) !== 'eip155') throw new WidgetError('chain/unsupported', texts.unsupportedChain)
  const bytes = bytesSchema.safeParse(data)
  if (!bytes.success) throw new WidgetError('http/invalid-response', 'The call has no data')
  return { from: parseAddress(from), to: parseAddress(to), value, data: bytes.data }
}

/** What the call of a contract costs. @throws as `estimateFee`. */
export const estimateContractCall = (rpc: JsonRpc, call: ContractCall): Promise<FeeEstimate> =>
  estimateCall(rpc, asCall(call), false)

/** Asks the wallet to sign and submit a call. @throws as `send`. */
export const sendContractCall = (
  transport: WalletTransport,
  connection: Connection,
  call: ContractCall,
  fee: FeeEstimate,
): Promise<SubmittedTransaction> => sendCall(transport, connection, asCall(call), call.chain, fee)

/** Compares what is on the chain with what was asked (channel D8). @throws as `verifySent`. */
export const verifyContractCall = async (
  ports: { readonly openRpc: OpenRpc; readonly clock: AdapterPorts['clock'] },
  { hash }: SubmittedTransaction,
  call: ContractCall,
  network: Network,
  signal: AbortSignal,
): Promise<SentVerdict> => {
  const asked = { ...asCall(call), chain: call.chain }
  const looksMs = [...earlyLooksMs, ...lateLooksMs]
  return (await compareSent(ports, hash, asked, network, signal, looksMs)).verdict
}

/**
 * What came in the block of somebody else's transaction. What a contract passes on leaves no trace that every node tells
 * of, but the balances around the block do, while the account itself did nothing in it.
 */
async function passedOn(
  rpc: JsonRpc,
  { blockNumber, logs }: ReceiptLogs,
  account: string,
  signal: AbortSignal,
): Promise<bigint | undefined> {
  // What it paid ahead for its own operation is in its balance too (ERC-4337).
  if (operationOutcome(logs, account) !== undefined) return undefined
  const options = { signal }
  const [after, before] = [toQuantity(blockNumber), toQuantity(blockNumber - 1n)]
  const balance = (block: string) => rpc('eth_getBalance', [account, block], quantitySchema, options)
  const count = (block: string) => rpc('eth_getTransactionCount', [account, block], countSchema, options)
  const [had, has, first, last] = await Promise.all([
    balance(before),
    balance(after),
    count(before),
    count(after),
  ])
  return first === last ? has - had : undefined
}

/** What somebody else's transaction brought in the native currency: its value, where it pays the account itself. */
async function nativePaid(
  rpc: JsonRpc,
  receipt: ReceiptLogs,
  { hash, account }: { readonly hash: string; readonly account: string },
  signal: AbortSignal,
): Promise<bigint | undefined> {
  if (receipt.status !== 1n) return receipt.status === 0n ? 0n : undefined
  if (receipt.to == null || !isSameHex(receipt.to, account)) return passedOn(rpc, receipt, account, signal)
  const sent = z.object({ value: quantitySchema })
  return (await rpc('eth_getTransactionByHash', [hash], sent, { signal })).value
}

/** What came in the native currency: logs do not tell, but the balances around the block do while nothing else is in it. */
async function nativeReceived(
  rpc: JsonRpc,
  receipt: ReceiptLogs,
  { hash, account }: { readonly hash: string; readonly account: string },
  signal: AbortSignal,
): Promise<bigint | undefined> {
  if (!isSameHex(receipt.from, account)) return nativePaid(rpc, receipt, { hash, account }, signal)
  const options = { signal }
  const [after, before] = [toQuantity(receipt.blockNumber), toQuantity(receipt.blockNumber - 1n)]
  const balance = (block: string) => rpc('eth_getBalance', [account, block], quantitySchema, options)
  const count = (block: string) => rpc('eth_getTransactionCount', [account, block], countSchema, options)
  const sent = z.object({ value: quantitySchema, authorizationList: z.optional(z.array(z.unknown())) })
  const [had, has, first, last, { value, authorizationList = [] }] = await Promise.all([
    balance(before),
    balance(after),
    count(before),
    count(after),
    rpc('eth_getTransactionByHash', [hash], sent, options),
  ])
  // An authorisation of EIP-7702 uses a nonce too, the one after its own transaction's.
  const isAlone = last - first === 1 + authorizationList.length
  if (!isAlone || receipt.effectiveGasPrice == null) return undefined
  const fee = receipt.gasUsed * receipt.effectiveGasPrice + (receipt.l1Fee ?? 0n)
  return has - had + fee + value
}

/** What an account got of an asset by a mined transaction; undefined where that cannot be told. */
export async function receivedIn(
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
  const received = await nativeReceived(rpc, receipt, { hash, account }, signal)
  // Something else moved the balance in the same block.
  return received !== undefined && received > 0n ? received : undefined
}

/** When a transaction was mined, in epoch milliseconds; undefined while it is in no block that is known. */
export async function minedAt(rpc: JsonRpc, hash: string, signal: AbortSignal): Promise<number | undefined> {
  const options = { signal }
  const place = z.object({ blockNumber: quantitySchema })
  const receipt = await rpc('eth_getTransactionReceipt', [hash], z.nullable(place), options)
  if (receipt === null) return undefined
  const time = z.nullable(z.object({ timestamp: countSchema }))
  const block = await rpc('eth_getBlockByNumber', [toQuantity(receipt.blockNumber), false], time, options)
  return block === null ? undefined : block.timestamp * 1_000
}
