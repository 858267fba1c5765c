import { recoverTransactionAddress, type TransactionSerialized } from 'viem'
import { hashMessage, parseTransaction, stringToHex } from 'viem/utils'
import * as z from 'zod/mini'
import { type ChainId, chainReference } from '#shared/caip/chain-id.ts'
import { ProviderRpcError, providerCodes } from '#shared/errors/provider-error.ts'
import { isWidgetError } from '#shared/errors/widget-error.ts'
import { linkError } from '#shared/errors/wire-error.ts'
import type { AdapterPorts, Connection, RequestOptions, RpcRequest } from '../contract.ts'
import { parseTypedData } from './canonical-typed-data.ts'
import { parseWalletChain } from './chain-number.ts'
import { addressSchema, bytesSchema, type Hex, hashSchema, isSameHex, quantitySchema } from './hex.ts'
import type { OpenRpc } from './rpc.ts'
import type { VerifiedSignatures } from './verified-signatures.ts'
import { isValidOnChain, signerOf } from './verify-message.ts'
import { type AskedCall, compareSent, differences, earlyLooksMs, lateLooksMs } from './verify-sent.ts'
import { ask } from './wallet-error.ts'

export type DappRequestPorts = {
  readonly transport: AdapterPorts['transport']
  readonly clock: AdapterPorts['clock']
  readonly openRpc: OpenRpc
  readonly verified: VerifiedSignatures
}

type Asked = {
  readonly ports: DappRequestPorts
  readonly connection: Connection
  readonly params: readonly unknown[]
  readonly options: RequestOptions
}

const mismatch = (hint?: string) =>
  linkError(providerCodes.internal, 'The wallet returned something else than was asked', 'mismatch', hint)

const invalid = (what: string) => new ProviderRpcError(providerCodes.invalidParams, `Invalid ${what}`)

/** The connected account of that address. @throws ProviderRpcError −32602, 4100. */
function ownAccount({ accounts }: Connection, value: unknown): Hex {
  const address = addressSchema.safeParse(value)
  if (!address.success) throw invalid('address')
  if (!accounts.some((account) => isSameHex(account, address.data)))
    throw new ProviderRpcError(providerCodes.unauthorized, 'The account is not connected')
  return address.data
}

const askFor = ({ ports, connection, options }: Asked, request: RpcRequest) =>
  ask(ports.transport, connection.handle, request, options)

/**
 * Whether an account signed a digest: by its key, or as a contract (ERC-1271, ERC-6492). Nothing that cannot be proven
 * is passed on.
 */
async function checked(asked: Asked, answer: unknown, account: Hex, digest: Hex): Promise<Hex> {
  const { ports, connection } = asked
  const signature = bytesSchema.safeParse(answer)
  if (!signature.success) throw mismatch()
  const { verified } = ports
  if (verified.has(account, digest, signature.data)) return signature.data
  const isOwn =
    isSameHex(await signerOf(digest, signature.data), account) ||
    (await isValidOnChain(ports.openRpc({ id: connection.chain }), account, digest, signature.data))
  if (!isOwn) throw mismatch()
  verified.add(account, digest, signature.data)
  return signature.data
}

/** `personal_sign` (EIP-191); text goes as its bytes, so that nobody reads it in two ways, and old dApps put the account first. */
async function personalSign(asked: Asked): Promise<Hex> {
  const [first, second] = asked.params
  const isSwapped = addressSchema.safeParse(first).success && !addressSchema.safeParse(second).success
  const [message, address] = isSwapped ? [second, first] : [first, second]
  if (typeof message !== 'string') throw invalid('message')
  const account = ownAccount(asked.connection, address)
  const bytes = bytesSchema.safeParse(message)
  const raw = bytes.success ? bytes.data : stringToHex(message)
  const answer = await askFor(asked, { method: 'personal_sign', params: [raw, account] })
  return checked(asked, answer, account, hashMessage({ raw }))
}

/** `eth_signTypedData_v4` (EIP-712): the wallet gets the parsed value, and its answer is checked against that value's hash. */
async function signTypedData(asked: Asked): Promise<Hex> {
  const [address, value] = asked.params
  const account = ownAccount(asked.connection, address)
  const { text, digest } = parseTypedData(value)
  const answer = await askFor(asked, { method: 'eth_signTypedData_v4', params: [account, text] })
  return checked(asked, answer, account, digest)
}

const transactionSchema = z.looseObject({
  from: z.optional(z.unknown()),
  to: z.nullish(addressSchema),
  value: z.optional(quantitySchema),
  data: z.optional(bytesSchema),
  input: z.optional(bytesSchema),
  chainId: z.optional(z.unknown()),
})

type AskedTransaction = { readonly call: AskedCall; readonly params: readonly [object] }

/** Reads a transaction for the chain the wallet is on. @throws ProviderRpcError −32602, 4100, 4901 for another chain. */
function readTransaction({ connection, params }: Asked): AskedTransaction {
  const [raw] = params
  const parsed = transactionSchema.safeParse(raw)
  if (!parsed.success || typeof raw !== 'object' || raw === null) throw invalid('transaction')
  const { to, value = 0n, data, input, chainId } = parsed.data
  const from = ownAccount(connection, parsed.data.from ?? connection.accounts[0])
  if (chainId !== undefined) {
    const chain = parseWalletChain(chainId)
    if (chain === undefined) throw invalid('chainId')
    if (chain !== connection.chain)
      throw new ProviderRpcError(providerCodes.chainDisconnected, 'The wallet is on another chain')
  }
  const call = { from, to: to ?? undefined, value, data: data ?? input ?? '0x', chain: connection.chain }
  return { call, params: [{ ...raw, from }] }
}

/** Looks on behind the scenes for what was not to be seen at once; a mismatch raises the alarm. */
async function lookOn(asked: Asked, hash: string, call: AskedCall): Promise<void> {
  const { ports, connection, options } = asked
  const network = { id: connection.chain }
  try {
    await compareSent(ports, hash, call, network, new AbortController().signal, lateLooksMs)
  } catch (error) {
    if (isWidgetError(error, 'send/mismatch')) options.onMismatch?.()
  }
}

/**
 * `eth_sendTransaction`: what the chain shows under the hash is compared with what was asked (channel D8), for up to
 * 0.75 s before the dApp hears of it and half a minute after that.
 */
async function sendTransaction(asked: Asked): Promise<string> {
  const { ports, connection, options } = asked
  const { call, params } = readTransaction(asked)
  const answer = await askFor(asked, { method: 'eth_sendTransaction', params })
  const hash = hashSchema.safeParse(answer)
  if (!hash.success)
    throw linkError(
      providerCodes.internal,
      'The wallet answered without a transaction hash',
      'unknown-outcome',
    )
  try {
    const signal = options.signal ?? new AbortController().signal
    const verdict = await compareSent(ports, hash.data, call, { id: connection.chain }, signal, earlyLooksMs)
    if (verdict === 'unverifiable') void lookOn(asked, hash.data, call)
  } catch (error) {
    if (isWidgetError(error, 'send/mismatch')) throw mismatch(hash.data)
    // It is sent, whatever keeps us from looking.
  }
  return hash.data
}

const serialized = z.custom<TransactionSerialized>((value) => bytesSchema.safeParse(value).success)
const signedSchema = z.union([serialized, z.object({ raw: serialized })])

const chainNumber = (chain: ChainId): bigint => BigInt(chainReference(chain))

/** `eth_signTransaction`: the bytes that came back are read, and compared with what was asked. */
async function signTransaction(asked: Asked): Promise<unknown> {
  const { call, params } = readTransaction(asked)
  const answer = await askFor(asked, { method: 'eth_signTransaction', params })
  const signed = signedSchema.safeParse(answer)
  if (!signed.success) throw mismatch()
  try {
    const raw = typeof signed.data === 'string' ? signed.data : signed.data.raw
    const { to, value = 0n, data = '0x', chainId } = parseTransaction(raw)
    const from = await recoverTransactionAddress({ serializedTransaction: raw })
    const found = { from, to: to ?? null, value, input: data }
    const chain = chainId === undefined ? chainNumber(call.chain) : BigInt(chainId)
    if (differences({ ...found, chainId: chain }, call).length > 0) throw mismatch()
  } catch {
    throw mismatch()
  }
  return answer
}

const checks: ReadonlyMap<string, (asked: Asked) => Promise<unknown>> = new Map<
  string,
  (asked: Asked) => Promise<unknown>
>([
  ['personal_sign', personalSign],
  ['eth_signTypedData_v4', signTypedData],
  ['eth_sendTransaction', sendTransaction],
  ['eth_signTransaction', signTransaction],
])

/**
 * Asks the wallet for a dApp and checks what comes back against what was asked (channel D8); other methods go through as
 * they are, a person's refusal always as 4001.
 * @throws ProviderRpcError −32602, 4100, 4901, −32603 with `data.reason` 'mismatch', or the wallet's own.
 */
export async function dappRequest(
  ports: DappRequestPorts,
  connection: Connection,
  request: RpcRequest,
  options: RequestOptions = {},
): Promise<unknown> {
  const check = checks.get(request.method)
  if (!check) return ask(ports.transport, connection.handle, request, options)
  const params = Array.isArray(request.params) ? request.params : []
  return check({ ports, connection, params, options })
}
