import { hashMessage, keccak256 } from 'viem/utils'
import { providerCodes } from '#shared/errors/provider-error.ts'
import { isWidgetError } from '#shared/errors/widget-error.ts'
import { linkError } from '#shared/errors/wire-error.ts'
import { readResultCapabilities } from '#shared/wallet-capabilities.ts'
import * as z from '#shared/zod.ts'
import type { AdapterPorts } from '../../adapter-ports.ts'
import type {
  Connection,
  RequestOptions,
  ResponseVerdict,
  RpcRequest,
  SentVerification,
} from '../../chain-adapter.ts'
import { bytesSchema, type Hex, isSameHex } from '../hex.ts'
import type { OpenRpc } from '../rpc.ts'
import { type ChainCheck, chainCheck } from '../transactions/chain-check.ts'
import { decodeSignedTransaction } from '../transactions/decode-signed-transaction.ts'
import { findSent, lookupHint, readNonce } from '../transactions/find-sent-transaction.ts'
import { differences, type RequestedCall } from '../transactions/transaction-differences.ts'
import {
  initialPollDelaysMs,
  isFeeWithin,
  laterPollDelaysMs,
  verifySentCall,
} from '../transactions/verify-sent.ts'
import type { ParsedRequest } from './request-parser.ts'
import type { VerifiedSignatures } from './verified-signature-cache.ts'
import { isValidOnChain, signerOf } from './verify-message-signature.ts'
import { requestWallet } from './wallet-error.ts'
import { bytesCandidates, canonicalSignature, readBundleId, readHash } from './wallet-responses.ts'

export type DappRequestPorts = {
  readonly transport: AdapterPorts['transport']
  readonly clock: AdapterPorts['clock']
  readonly openRpc: OpenRpc
  readonly verified: VerifiedSignatures
}

type RequestContext = {
  readonly ports: DappRequestPorts
  readonly connection: Connection
  readonly request: RpcRequest
  readonly options: RequestOptions
  readonly checkChain: ChainCheck
}

const mismatch = (hint?: string) =>
  linkError(providerCodes.internal, 'The wallet returned something else than was asked', 'mismatch', hint)

const sendRequest = ({ ports, connection, request, options }: RequestContext) =>
  requestWallet(ports.transport, connection.handle, request, options)

/** Sends the request once the wallet itself reports the chain of the review (R5). @throws ProviderRpcError 4901. */
async function sendOnChain(context: RequestContext): Promise<unknown> {
  await context.checkChain(context.options)
  return sendRequest(context)
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
async function verifySignature(
  context: RequestContext,
  response: unknown,
  account: Hex,
  digest: Hex,
): Promise<Hex> {
  const { ports, connection } = context
  const { verified: verifiedSignatures } = ports
  const reportVerified = (bytes: Hex) => {
    context.options.onChecked?.({ is: 'verified' })
    return bytes
  }
  const candidates = [...new Set(bytesCandidates(response))]
  for (const bytes of candidates) {
    const canonical = canonicalSignature(bytes)
    if (canonical && isSameHex(await signerOf(digest, canonical), account)) return reportVerified(canonical)
    if (verifiedSignatures.has(account, digest, bytes)) return reportVerified(bytes)
  }
  if (candidates.length === 0) throw unknownOutcome('The wallet answered without a signature')
  for (const bytes of candidates) {
    if (!(await isValidOnChain(ports.openRpc({ id: connection.chain }), account, digest, bytes))) continue
    verifiedSignatures.add(account, digest, bytes)
    return reportVerified(bytes)
  }
  if (candidates.every((bytes) => bytes === '0x'))
    throw unknownOutcome(
      'The signature is not complete: the other owners of the account have to sign too',
      'Ask again when they have signed in the wallet',
    )
  throw mismatch()
}

/** The response verdict for the verification of a sent transaction. */
const toVerdict = ({ verdict, added }: SentVerification, hash: string): ResponseVerdict =>
  verdict === 'verified'
    ? { is: 'verified' }
    : { is: 'unverified', hash, isAdded: verdict === 'added', added }

/** Verifies for another half minute what the node did not return at once. */
async function verifyLater(context: RequestContext, hash: string, call: RequestedCall): Promise<void> {
  const { ports, connection, options } = context
  const network = { id: connection.chain }
  try {
    const { signal } = new AbortController()
    const verification = await verifySentCall(ports, hash, call, network, signal, laterPollDelaysMs)
    options.onChecked?.(toVerdict(verification, hash))
  } catch (error) {
    const isMismatch = isWidgetError(error, 'send/mismatch')
    options.onChecked?.(isMismatch ? { is: 'mismatch' } : { is: 'unverified', hash })
  }
}

/**
 * `eth_sendTransaction`: verifies the transaction under the hash against the request (channel D8), for up to 0.75 s before
 * the dApp gets the hash and half a minute after that. A response without a hash counts as sent if the chain shows the
 * transaction (U4).
 */
async function sendTransaction(context: RequestContext, call: RequestedCall): Promise<string> {
  const { ports, connection, options } = context
  const signal = options.signal ?? new AbortController().signal
  const nonce = readNonce(ports, call, signal)
  const response = await sendOnChain(context)
  const hash = readHash(response) ?? (await findSent(ports, call, await nonce, signal))
  if (hash === undefined)
    throw unknownOutcome('The wallet answered without a transaction hash', lookupHint(call, await nonce))
  try {
    const verification = await verifySentCall(
      ports,
      hash,
      call,
      { id: connection.chain },
      signal,
      initialPollDelaysMs,
    )
    if (verification.verdict === 'unverifiable') void verifyLater(context, hash, call)
    else options.onChecked?.(toVerdict(verification, hash))
  } catch (error) {
    if (isWidgetError(error, 'send/mismatch')) throw mismatch(hash)
    // It is sent, even if an error prevents the verification.
    void verifyLater(context, hash, call)
  }
  return hash
}

/** `eth_signTransaction`: decodes the returned bytes and verifies them against the request. */
async function signTransaction(context: RequestContext, call: RequestedCall): Promise<unknown> {
  const response = await sendOnChain(context)
  const candidates = bytesCandidates(response)
  if (candidates.length === 0) throw unknownOutcome('The wallet answered without a signed transaction')
  let isDecoded = false
  for (const bytes of candidates) {
    const signed = await decodeSignedTransaction(bytes, call.chain)
    if (signed === undefined) continue
    isDecoded = true
    if (differences(signed, call).length > 0) throw mismatch()
    const signal = context.options.signal ?? new AbortController().signal
    const rpc = context.ports.openRpc({ id: call.chain })
    const isWithin = await isFeeWithin(rpc, signed, call, signal)
    if (isWithin === false) throw mismatch()
    context.options.onChecked?.(isWithin ? { is: 'verified' } : { is: 'unverified', hash: signed.hash })
    return typeof response === 'string' ? bytes : response
  }
  if (isDecoded) throw mismatch()
  // Some chains have their own transaction types.
  throw unknownOutcome(
    'The wallet answered with a transaction that cannot be read',
    'It is signed, and was not passed on: look for it in the wallet',
  )
}

const capabilitiesSchema = z.object({ capabilities: z.unknown() })

/** `wallet_sendCalls`: the response in the form of EIP-5792, for every version of it that wallets use. */
async function sendBundle(context: RequestContext, from: Hex): Promise<unknown> {
  const response = await sendOnChain(context)
  const id = readBundleId(response)
  if (id === undefined)
    throw unknownOutcome(
      'The wallet answered without an id of the bundle',
      `Look up the latest transactions of ${from}`,
    )
  const capabilities = readResultCapabilities(capabilitiesSchema.safeParse(response).data?.capabilities)
  return capabilities ? { id, capabilities } : { id }
}

/**
 * Types whose hash is that of the signed bytes: not blob transactions, which are sent with more data, nor chain-specific
 * types.
 */
const hashedTypes = /^0x(0[124]|[c-f])/i

/**
 * Requests that sign nothing. `eth_sendRawTransaction`: the wallet sends the bytes, and only their hash is a valid response.
 */
async function sendPassThrough(context: RequestContext): Promise<unknown> {
  const { method, params } = context.request
  const response = await sendRequest(context)
  if (method !== 'eth_sendRawTransaction') return response
  const signed = z.safeParse(z.tuple([bytesSchema]), params).data?.[0]
  const hash = readHash(response)
  if (hash === undefined) throw unknownOutcome('The wallet answered without a transaction hash')
  if (signed && hashedTypes.test(signed) && !isSameHex(hash, keccak256(signed))) throw mismatch(hash)
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
  const context = { ports, connection, request: parsed.request, options, checkChain }
  switch (parsed.is) {
    case 'message':
      return verifySignature(
        context,
        await sendOnChain(context),
        parsed.account,
        hashMessage({ raw: parsed.bytes }),
      )
    case 'typed-data':
      return verifySignature(context, await sendOnChain(context), parsed.account, parsed.typed.digest)
    case 'transaction':
      return parsed.isSent
        ? sendTransaction(context, parsed.transaction)
        : signTransaction(context, parsed.transaction)
    case 'bundle':
      return sendBundle(context, parsed.bundle.from)
    case 'grant':
    case 'listing':
      return sendOnChain(context)
    // A network may be added from any chain.
    case 'network':
      return sendRequest(context)
    case 'other':
      return sendPassThrough(context)
  }
}
