import { type Address, type Hex, isHex, stringToHex } from 'viem'
import type { PrivateKeyAccount } from 'viem/accounts'
import * as z from 'zod/mini'
import { RpcError } from '../rpc-error.ts'
import type { NodeRpc } from './node-rpc.ts'

const hexText = z.custom<Hex>((value) => isHex(value), 'not hex')
const quantity = z.pipe(
  hexText,
  z.transform((text) => BigInt(text)),
)

/** The transaction of `eth_sendTransaction`, as dApps send it. */
export const transactionSchema = z.object({
  from: hexText,
  to: z.optional(hexText),
  value: z.optional(quantity),
  data: z.optional(hexText),
  gas: z.optional(quantity),
  nonce: z.optional(quantity),
  gasPrice: z.optional(quantity),
  maxFeePerGas: z.optional(quantity),
  maxPriorityFeePerGas: z.optional(quantity),
  chainId: z.optional(
    z.union([
      quantity,
      z.pipe(
        z.int(),
        z.transform((id) => BigInt(id)),
      ),
    ]),
  ),
})
export type TransactionRequest = z.output<typeof transactionSchema>

/**
 * Signs a transaction with the account's key and sends it raw; resolves with the hash.
 * Reads a missing nonce, gas limit or fee from the node, whose errors it passes on.
 */
export async function sendTransaction(
  account: PrivateKeyAccount,
  chainId: number,
  rpc: NodeRpc,
  request: TransactionRequest,
): Promise<unknown> {
  const ask = async (method: string, params: readonly unknown[]) =>
    z.parse(quantity, await rpc(chainId, method, params))
  const call = {
    from: account.address,
    ...(request.to === undefined ? {} : { to: request.to }),
    ...(request.data === undefined ? {} : { data: request.data }),
    value: `0x${(request.value ?? 0n).toString(16)}`,
  }
  const nonce = request.nonce ?? (await ask('eth_getTransactionCount', [account.address, 'pending']))
  const gas = request.gas ?? (await ask('eth_estimateGas', [call]))
  const tip = request.maxPriorityFeePerGas ?? (await ask('eth_maxPriorityFeePerGas', []))
  const cap = request.maxFeePerGas ?? request.gasPrice ?? (await ask('eth_gasPrice', [])) * 2n + tip
  const serialized = await account.signTransaction({
    type: 'eip1559',
    chainId,
    nonce: Number(nonce),
    gas,
    value: request.value ?? 0n,
    maxFeePerGas: cap,
    maxPriorityFeePerGas: tip < cap ? tip : cap,
    ...(request.to === undefined ? {} : { to: request.to }),
    ...(request.data === undefined ? {} : { data: request.data }),
  })
  return rpc(chainId, 'eth_sendRawTransaction', [serialized])
}

/** Signs an EIP-191 message: hex bytes or text. */
export function signPersonal(account: PrivateKeyAccount, message: string): Promise<Hex> {
  return account.signMessage({ message: { raw: isHex(message) ? message : stringToHex(message) } })
}

const typedDataSchema = z.object({
  domain: z.record(z.string(), z.unknown()),
  types: z.record(z.string(), z.array(z.object({ name: z.string(), type: z.string() }))),
  primaryType: z.string(),
  message: z.record(z.string(), z.unknown()),
})

/** Signs EIP-712 typed data: JSON text or an object. @throws RpcError −32602 when it is malformed. */
export function signTyped(account: PrivateKeyAccount, data: unknown): Promise<Hex> {
  const parsed = typedDataSchema.safeParse(typeof data === 'string' ? readJson(data) : data)
  if (!parsed.success) throw new RpcError(-32602, 'The typed data is malformed')
  return account.signTypedData(parsed.data)
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Whether two addresses are equal, ignoring case. */
export function sameAddress(one: string, other: Address): boolean {
  return one.toLowerCase() === other.toLowerCase()
}
