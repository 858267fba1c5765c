import { recoverTransactionAddress, type TransactionSerialized } from 'viem'
import { hashMessage, parseTransaction } from 'viem/utils'
import * as z from 'zod/mini'
import { type ChainId, chainReference } from '#shared/caip/chain-id.ts'
import { providerCodes } from '#shared/errors/provider-error.ts'
import { isWidgetError } from '#shared/errors/widget-error.ts'
import { linkError } from '#shared/errors/wire-error.ts'
import type { AdapterPorts, Connection, RequestOptions, RpcRequest } from '../contract.ts'
import { otherChain } from './canonical-values.ts'
import { readChain } from './connect.ts'
import { bytesSchema, type Hex, hashSchema, isSameHex } from './hex.ts'
import type { ParsedRequest } from './request-parser.ts'
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
  readonly request: RpcRequest
  readonly options: RequestOptions
}

const mismatch = (hint?: string) =>
  linkError(providerCodes.internal, 'The wallet returned something else than was asked', 'mismatch', hint)

const askWallet = ({ ports, connection, request, options }: Asked) =>
  ask(ports.transport, connection.handle, request, options)

/** Asks once the wallet itself says that it is on the chain of the review (R5). @throws ProviderRpcError 4901. */
async function askOnChain(asked: Asked): Promise<unknown> {
  const { ports, connection, options } = asked
  const signal = options.signal === undefined ? {} : { signal: options.signal }
  if ((await readChain(ports.transport, connection.handle, signal)) !== connection.chain) throw otherChain()
  return askWallet(asked)
}

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
async function sendTransaction(asked: Asked, call: AskedCall): Promise<string> {
  const { ports, connection, options } = asked
  const answer = await askOnChain(asked)
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
async function signTransaction(asked: Asked, call: AskedCall): Promise<unknown> {
  const answer = await askOnChain(asked)
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

/**
 * Asks the wallet for a dApp and checks the answer against what was asked (channel D8); requests that sign nothing go as they
 * are. A refusal of the user is always 4001.
 * @throws ProviderRpcError 4901 when the wallet is on another chain by now, −32603 with `data.reason` 'mismatch', or the
 * wallet's own.
 */
export async function dappRequest(
  ports: DappRequestPorts,
  connection: Connection,
  parsed: ParsedRequest,
  options: RequestOptions = {},
): Promise<unknown> {
  const asked = { ports, connection, request: parsed.request, options }
  switch (parsed.is) {
    case 'message':
      return checked(asked, await askWallet(asked), parsed.account, hashMessage({ raw: parsed.bytes }))
    case 'typed-data':
      return checked(asked, await askOnChain(asked), parsed.account, parsed.typed.digest)
    case 'transaction':
      return parsed.isSent
        ? sendTransaction(asked, parsed.transaction)
        : signTransaction(asked, parsed.transaction)
    case 'bundle':
    case 'grant':
      return askOnChain(asked)
    default:
      return askWallet(asked)
  }
}
