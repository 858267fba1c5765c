import { type Address, type Hex, isHex, stringToHex } from 'viem'
import type { PrivateKeyAccount } from 'viem/accounts'
import * as z from '#shared/zod.ts'
import { RpcError } from '../rpc-error.ts'
import type { NodeRpc } from './node-rpc.ts'

const hexSchema = z.custom<Hex>((value) => isHex(value), 'not hex')
const quantitySchema = z.pipe(
  hexSchema,
  z.transform((text) => BigInt(text)),
)

/** The transaction of `eth_sendTransaction`, as dApps send it. */
export const transactionSchema = z.object({
  from: hexSchema,
  to: z.optional(hexSchema),
  value: z.optional(quantitySchema),
  data: z.optional(hexSchema),
  gas: z.optional(quantitySchema),
  nonce: z.optional(quantitySchema),
  gasPrice: z.optional(quantitySchema),
  maxFeePerGas: z.optional(quantitySchema),
  maxPriorityFeePerGas: z.optional(quantitySchema),
  chainId: z.optional(
    z.union([
      quantitySchema,
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
  const readQuantity = async (method: string, params: readonly unknown[]) =>
    z.parse(quantitySchema, await rpc(chainId, method, params))
  const call = {
    from: account.address,
    ...(request.to === undefined ? {} : { to: request.to }),
    ...(request.data === undefined ? {} : { data: request.data }),
    value: `0x${(request.value ?? 0n).toString(16)}`,
  }
  const nonce = request.nonce ?? (await readQuantity('eth_getTransactionCount', [account.address, 'pending']))
  const gas = request.gas ?? (await readQuantity('eth_estimateGas', [call]))
  const priorityFee = request.maxPriorityFeePerGas ?? (await readQuantity('eth_maxPriorityFeePerGas', []))
  const maxFee =
    request.maxFeePerGas ?? request.gasPrice ?? (await readQuantity('eth_gasPrice', [])) * 2n + priorityFee
  const serialized = await account.signTransaction({
    type: 'eip1559',
    chainId,
    nonce: Number(nonce),
    gas,
    value: request.value ?? 0n,
    maxFeePerGas: maxFee,
    maxPriorityFeePerGas: priorityFee < maxFee ? priorityFee : maxFee,
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
export function signTypedData(account: PrivateKeyAccount, data: unknown): Promise<Hex> {
  const parsed = typedDataSchema.safeParse(typeof data === 'string' ? parseJson(data) : data)
  if (!parsed.success) throw new RpcError(-32602, 'The typed data is malformed')
  return account.signTypedData(parsed.data)
}

function parseJson(text: string): unknown {
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
