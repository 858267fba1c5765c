import { recoverTransactionAddress, type TransactionSerialized } from 'viem'
import { hashMessage, keccak256, parseTransaction } from 'viem/utils'
import * as z from 'zod/mini'
import { type ChainId, chainReference } from '#shared/caip/chain-id.ts'
import { providerCodes } from '#shared/errors/provider-error.ts'
import { isWidgetError } from '#shared/errors/widget-error.ts'
import { linkError } from '#shared/errors/wire-error.ts'
import { readAnswerCapabilities } from '#shared/wallet-capabilities.ts'
import type { AdapterPorts } from '../../adapter-ports.ts'
import type {
  Connection,
  RequestOptions,
  ResponseVerdict,
  RpcRequest,
  SentVerification,
} from '../../chain-adapter.ts'
import type { SentTransaction } from '../chain-records.ts'
import { bytesSchema, type Hex, isSameHex } from '../hex.ts'
import type { OpenRpc } from '../rpc.ts'
import { type ChainCheck, chainCheck } from '../transactions/chain-check.ts'
import { findSent, readNonce, wayToFindOut } from '../transactions/find-sent-transaction.ts'
import { type AskedCall, differences } from '../transactions/transaction-differences.ts'
import { compareSent, earlyLooksMs, isFeeWithin, lateLooksMs } from '../transactions/verify-sent.ts'
import type { ParsedRequest } from './request-parser.ts'
import type { VerifiedSignatures } from './verified-signature-cache.ts'
import { isValidOnChain, signerOf } from './verify-message.ts'
import { ask } from './wallet-error.ts'
import { canonicalSignature, readBundleId, readHash, readings } from './wallet-responses.ts'

const serializedSchema = z.custom<TransactionSerialized>((value) => bytesSchema.safeParse(value).success)
const typeNumbers = { legacy: 0n, eip2930: 1n, eip1559: 2n, eip4844: 3n, eip7702: 4n } as const

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
  readonly checkChain: ChainCheck
}

const mismatch = (hint?: string) =>
  linkError(providerCodes.internal, 'The wallet returned something else than was asked', 'mismatch', hint)

const askWallet = ({ ports, connection, request, options }: Asked) =>
  ask(ports.transport, connection.handle, request, options)

/** Sends the request once the wallet itself reports the chain of the review (R5). @throws ProviderRpcError 4901. */
async function askOnChain(asked: Asked): Promise<unknown> {
  await asked.checkChain(asked.options)
  return askWallet(asked)
}

/** The wallet may have done what was requested, but its response does not show it; `hint` is the way to find out. */
const unknownOutcome = (message: string, hint?: string) =>
  linkError(providerCodes.internal, message, 'unknown-outcome', hint)

/**
 * The account's signature in a wallet's response, in its common form: by its key, or as a contract (ERC-1271,
 * ERC-6492). Only a verified signature is returned.
 * @throws ProviderRpcError −32603: `unknown-outcome` if there is no signature (U4) or the account waits for its other owners
 * (U6), `mismatch` for one of other data.
 */
async function checked(asked: Asked, answer: unknown, account: Hex, digest: Hex): Promise<Hex> {
  const { ports, connection } = asked
  const { verified } = ports
  const pass = (bytes: Hex) => {
    asked.options.onChecked?.({ is: 'verified' })
    return bytes
  }
  const found = [...new Set(readings(answer))]
  for (const bytes of found) {
    const own = canonicalSignature(bytes)
    if (own && isSameHex(await signerOf(digest, own), account)) return pass(own)
    if (verified.has(account, digest, bytes)) return pass(bytes)
  }
  if (found.length === 0) throw unknownOutcome('The wallet answered without a signature')
  for (const bytes of found) {
    if (!(await isValidOnChain(ports.openRpc({ id: connection.chain }), account, digest, bytes))) continue
    verified.add(account, digest, bytes)
    return pass(bytes)
  }
  if (found.every((bytes) => bytes === '0x'))
    throw unknownOutcome(
      'The signature is not complete: the other owners of the account have to sign too',
      'Ask again when they have signed in the wallet',
    )
  throw mismatch()
}

/** The response verdict for the verification of a sent transaction. */
const checkOf = ({ verdict, added }: SentVerification, hash: string): ResponseVerdict =>
  verdict === 'verified'
    ? { is: 'verified' }
    : { is: 'unverified', hash, isAdded: verdict === 'added', added }

/** Verifies for another half minute what the node did not return at once. */
async function lookOn(asked: Asked, hash: string, call: AskedCall): Promise<void> {
  const { ports, connection, options } = asked
  const network = { id: connection.chain }
  try {
    const { signal } = new AbortController()
    const compared = await compareSent(ports, hash, call, network, signal, lateLooksMs)
    options.onChecked?.(checkOf(compared, hash))
  } catch (error) {
    const isOther = isWidgetError(error, 'send/mismatch')
    options.onChecked?.(isOther ? { is: 'mismatch' } : { is: 'unverified', hash })
  }
}

/**
 * `eth_sendTransaction`: verifies the transaction under the hash against the request (channel D8), for up to 0.75 s before
 * the dApp gets the hash and half a minute after that. A response without a hash counts as sent if the chain shows the
 * transaction (U4).
 */
async function sendTransaction(asked: Asked, call: AskedCall): Promise<string> {
  const { ports, connection, options } = asked
  const signal = options.signal ?? new AbortController().signal
  const nonce = readNonce(ports, call, signal)
  const answer = await askOnChain(asked)
  const hash = readHash(answer) ?? (await findSent(ports, call, await nonce, signal))
  if (hash === undefined)
    throw unknownOutcome('The wallet answered without a transaction hash', wayToFindOut(call, await nonce))
  try {
    const compared = await compareSent(ports, hash, call, { id: connection.chain }, signal, earlyLooksMs)
    if (compared.verdict === 'unverifiable') void lookOn(asked, hash, call)
    else options.onChecked?.(checkOf(compared, hash))
  } catch (error) {
    if (isWidgetError(error, 'send/mismatch')) throw mismatch(hash)
    // It is sent, even if an error prevents the verification.
    void lookOn(asked, hash, call)
  }
  return hash
}

const chainNumber = (chain: ChainId): bigint => BigInt(chainReference(chain))

/** Decodes signed bytes as a transaction; undefined for other bytes. */
async function readSigned(bytes: Hex, chain: ChainId): Promise<SentTransaction | undefined> {
  const serialized = serializedSchema.safeParse(bytes)
  if (!serialized.success) return undefined
  try {
    const parsed = parseTransaction(serialized.data)
    const from = await recoverTransactionAddress({ serializedTransaction: serialized.data })
    const {
      to,
      value = 0n,
      data = '0x',
      chainId,
      nonce = 0,
      gas,
      gasPrice,
      maxFeePerGas,
      type = 'legacy',
    } = parsed
    const accessList = 'accessList' in parsed ? parsed.accessList : undefined
    const authorizationList = 'authorizationList' in parsed ? parsed.authorizationList : undefined
    return {
      hash: keccak256(serialized.data),
      ...{ from, to: to ?? null, value, input: data, nonce, gas, gasPrice, maxFeePerGas },
      chainId: chainId === undefined ? chainNumber(chain) : BigInt(chainId),
      type: typeNumbers[type],
      accessList: accessList?.map(({ address, storageKeys }) => ({
        address,
        storageKeys: [...storageKeys],
      })),
      authorizationList: authorizationList?.map((one) => ({
        address: one.address,
        chainId: BigInt(one.chainId),
        nonce: BigInt(one.nonce),
        yParity: one.yParity === undefined ? undefined : BigInt(one.yParity),
        r: one.r === undefined ? undefined : BigInt(one.r),
        s: one.s === undefined ? undefined : BigInt(one.s),
      })),
    }
  } catch {
    return undefined
  }
}

/** `eth_signTransaction`: decodes the returned bytes and verifies them against the request. */
async function signTransaction(asked: Asked, call: AskedCall): Promise<unknown> {
  const answer = await askOnChain(asked)
  const found = readings(answer)
  if (found.length === 0) throw unknownOutcome('The wallet answered without a signed transaction')
  let isRead = false
  for (const bytes of found) {
    const signed = await readSigned(bytes, call.chain)
    if (signed === undefined) continue
    isRead = true
    if (differences(signed, call).length > 0) throw mismatch()
    const signal = asked.options.signal ?? new AbortController().signal
    const rpc = asked.ports.openRpc({ id: call.chain })
    const isWithin = await isFeeWithin(rpc, signed, call, signal)
    if (isWithin === false) throw mismatch()
    asked.options.onChecked?.(isWithin ? { is: 'verified' } : { is: 'unverified', hash: signed.hash })
    return typeof answer === 'string' ? bytes : answer
  }
  if (isRead) throw mismatch()
  // Some chains have their own transaction types.
  throw unknownOutcome(
    'The wallet answered with a transaction that cannot be read',
    'It is signed, and was not passed on: look for it in the wallet',
  )
}

const capabilitiesSchema = z.object({ capabilities: z.unknown() })

/** `wallet_sendCalls`: the response in the form of EIP-5792, for every version of it that wallets use. */
async function sendBundle(asked: Asked, from: Hex): Promise<unknown> {
  const answer = await askOnChain(asked)
  const id = readBundleId(answer)
  if (id === undefined)
    throw unknownOutcome(
      'The wallet answered without an id of the bundle',
      `Look up the latest transactions of ${from}`,
    )
  const capabilities = readAnswerCapabilities(capabilitiesSchema.safeParse(answer).data?.capabilities)
  return capabilities ? { id, capabilities } : { id }
}

/**
 * Types whose hash is that of the signed bytes: not blob transactions, which are sent with more data, nor chain-specific
 * types.
 */
const hashedAsSigned = /^0x(0[124]|[c-f])/i

/**
 * Requests that sign nothing. `eth_sendRawTransaction`: the wallet sends the bytes, and only their hash is a valid response.
 */
async function askUnread(asked: Asked): Promise<unknown> {
  const { method, params } = asked.request
  const answer = await askWallet(asked)
  if (method !== 'eth_sendRawTransaction') return answer
  const signed = z.safeParse(z.tuple([bytesSchema]), params).data?.[0]
  const hash = readHash(answer)
  if (hash === undefined) throw unknownOutcome('The wallet answered without a transaction hash')
  if (signed && hashedAsSigned.test(signed) && !isSameHex(hash, keccak256(signed))) throw mismatch(hash)
  return hash
}

/**
 * Sends a dApp request to the wallet and verifies the response against it (channel D8); requests that sign nothing are
 * passed through. A user rejection is always 4001. `checkChain` verifies the wallet's chain before each signature request.
 * @throws ProviderRpcError 4901 if the wallet has changed its chain, −32603 with `data.reason` 'mismatch', or the wallet's
 * own error.
 */
export async function dappRequest(
  ports: DappRequestPorts,
  connection: Connection,
  parsed: ParsedRequest,
  options: RequestOptions = {},
  checkChain: ChainCheck = chainCheck(ports, connection),
): Promise<unknown> {
  const asked = { ports, connection, request: parsed.request, options, checkChain }
  switch (parsed.is) {
    case 'message':
      return checked(asked, await askOnChain(asked), parsed.account, hashMessage({ raw: parsed.bytes }))
    case 'typed-data':
      return checked(asked, await askOnChain(asked), parsed.account, parsed.typed.digest)
    case 'transaction':
      return parsed.isSent
        ? sendTransaction(asked, parsed.transaction)
        : signTransaction(asked, parsed.transaction)
    case 'bundle':
      return sendBundle(asked, parsed.bundle.from)
    case 'grant':
    case 'listing':
      return askOnChain(asked)
    // A network may be added from any chain.
    case 'network':
      return askWallet(asked)
    case 'other':
      return askUnread(asked)
  }
}
