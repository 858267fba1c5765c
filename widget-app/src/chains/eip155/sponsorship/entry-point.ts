import { entryPointAddress } from '#shared/config/embedded-account.ts'
import * as z from '#shared/zod.ts'
import type { JsonRpc } from '../../json-rpc.ts'
import { addressSchema, bytesSchema, type Hex, hashSchema, isSameHex, quantitySchema } from '../hex.ts'

/** Selector of `getNonce(address,uint192)`. */
const nonceSelector = '0x35567e1a'
/** Topic of `UserOperationEvent(bytes32,address,address,uint256,bool,uint256,uint256)`. */
const operationTopic = '0x49628fd1471006c1482da88028e9ce4dbb080b815c9b0344d39e5a8e6ec1419f'

const word = (hex: string): string => hex.slice(2).toLowerCase().padStart(64, '0')

/**
 * The next nonce of an account's user operations at the EntryPoint, of the sequence 0, which is the only one that this wallet uses.
 * @throws WidgetError `http/*`; ProviderRpcError of the node.
 */
export function readOperationNonce(rpc: JsonRpc, account: Hex): Promise<bigint> {
  const data = `${nonceSelector}${word(account)}${word('0x0')}`
  return rpc('eth_call', [{ to: entryPointAddress, data }, 'latest'], quantitySchema)
}

const logSchema = z.object({
  address: addressSchema,
  topics: z.array(hashSchema),
  data: bytesSchema,
  transactionHash: hashSchema,
})
type Log = z.output<typeof logSchema>

/** Whether an operation's calls were executed, and the transaction in which. */
export type OperationEvent = { readonly isSuccess: boolean; readonly transaction: Hex }

/** Offset of `success` in the event's data: after `0x` and the nonce. */
const successAt = 2 + 64

/**
 * The EntryPoint's event of an operation, as the widget's own node reports it; undefined while there is none.
 * @throws WidgetError `http/*`; ProviderRpcError of the node.
 */
export async function findOperationEvent(
  rpc: JsonRpc,
  hash: string,
  account: string,
  since: string,
): Promise<OperationEvent | undefined> {
  const filter = {
    address: entryPointAddress,
    topics: [operationTopic, hash, `0x${word(account)}`],
    ...{ fromBlock: since, toBlock: 'latest' },
  }
  return eventIn(await rpc('eth_getLogs', [filter], z.array(logSchema)), hash)
}

const receiptSchema = z.nullable(z.object({ logs: z.array(logSchema) }))

/**
 * The event in a transaction that the bundler names, for nodes that return no logs of a range.
 * @throws WidgetError `http/*`; ProviderRpcError of the node.
 */
export async function findEventInTransaction(
  rpc: JsonRpc,
  hash: string,
  transaction: string,
): Promise<OperationEvent | undefined> {
  const receipt = await rpc('eth_getTransactionReceipt', [transaction], receiptSchema)
  return receipt ? eventIn(receipt.logs, hash) : undefined
}

function eventIn(logs: readonly Log[], hash: string): OperationEvent | undefined {
  const log = logs.find(
    ({ address, topics }) =>
      isSameHex(address, entryPointAddress) &&
      isSameHex(topics[0], operationTopic) &&
      isSameHex(topics[1], hash),
  )
  if (log === undefined) return undefined
  const isSuccess = /^0{63}1$/.test(log.data.slice(successAt, successAt + 64))
  return { isSuccess, transaction: log.transactionHash }
}
