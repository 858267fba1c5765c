import { type Address, getBase64Decoder } from '@solana/web3.js'
import type { ChainId } from '#shared/caip/chain-id.ts'
import { texts } from '#shared/errors/codes.ts'
import { ProviderRpcError, providerCodes } from '#shared/errors/provider-error.ts'
import * as z from '#shared/zod.ts'
import type { Connection, RpcRequest } from '../../chain-adapter.ts'
import { chainOfWallet, walletChain } from '../../solana-clusters.ts'
import { asAddress } from '../address.ts'
import { base64Schema } from '../chain-records.ts'
import { type ParsedTransaction, parseTransaction } from '../decode/parse-transaction.ts'
import { isSignInInput, type SignInInput, signInInputSchema, textOfInput } from './sign-in-input.ts'

/** A dApp's transaction request, as it is decoded, simulated, signed and verified. */
export type RequestedTransaction = {
  readonly is: 'transaction'
  readonly account: Address
  readonly chain: ChainId
  readonly transaction: ParsedTransaction
  /** The wallet also sends it. */
  readonly isSent: boolean
}

export type RequestedMessage = {
  readonly is: 'message'
  readonly account: Address
  readonly chain: ChainId
  readonly bytes: Uint8Array
}

export type RequestedSignIn = {
  readonly is: 'sign-in'
  readonly account: Address
  readonly chain: ChainId
  readonly input: SignInInput
  /** The text that is signed. */
  readonly text: string
}

/** A dApp request after its one parse, and the wallet request, written anew from the parsed value. */
export type ParsedRequest = {
  readonly requested: RequestedTransaction | RequestedMessage | RequestedSignIn
  readonly request: RpcRequest
}

const rpcError = (code: number, message: string) => new ProviderRpcError(code, message)
const invalid = (what: string) => rpcError(providerCodes.invalidParams, `Invalid params: ${what}`)

const otherChain = () => rpcError(providerCodes.chainDisconnected, 'The wallet is on another chain')

const messageParams = () => z.object({ address: z.string(), message: base64Schema() })

const transactionParams = () =>
  z.object({ address: z.string(), chain: z.optional(z.string()), transaction: base64Schema() })

const commitment = () => z.optional(z.enum(['processed', 'confirmed', 'finalized']))
const count = () => z.optional(z.int().check(z.nonnegative()))

/** Options of `solana:signAndSendTransaction`; other members never reach the wallet. */
const sentParams = () =>
  z.extend(transactionParams(), {
    options: z.optional(
      z.object({
        commitment: commitment(),
        preflightCommitment: commitment(),
        minContextSlot: count(),
        maxRetries: count(),
        skipPreflight: z.optional(z.boolean()),
      }),
    ),
  })

function parseParams<Schema extends z.ZodMiniType>(schema: Schema, params: unknown): z.output<Schema> {
  const result = z.safeParse(schema, params)
  if (!result.success) throw invalid(result.error.issues[0]?.path.join('.') ?? '')
  return result.data
}

/** @throws ProviderRpcError −32602 if the text is no address, 4100 if the account is not connected. */
function accountOf({ accounts }: Connection, text: string): Address {
  const address = asAddress(text)
  if (address === undefined) throw invalid('address')
  if (!accounts.includes(address)) throw rpcError(providerCodes.unauthorized, 'The account is not connected')
  return address
}

const base64 = (bytes: Uint8Array): string => getBase64Decoder().decode(bytes)

/**
 * Requires the connection's chain. A signature is valid wherever its blockhash is known, whichever cluster the request
 * names: decoding and simulating on a named cluster would let the page choose what is shown.
 * @throws ProviderRpcError −32602 if it is no Solana chain, 4901 if it is another than the connection's.
 */
function requireConnectionChain({ chain: connectionChain }: Connection, name: string | undefined): void {
  if (name === undefined || name === connectionChain || name === walletChain(connectionChain)) return
  if (chainOfWallet(name) === undefined) throw invalid('chain')
  throw otherChain()
}

/** Whether a sign-in names another cluster, with or without `solana:`; any other text is only shown. */
function isOtherCluster(connectionChain: ChainId, name: string): boolean {
  const namedChain = chainOfWallet(name.startsWith('solana:') ? name : `solana:${name}`)
  return (
    namedChain !== undefined &&
    namedChain !== connectionChain &&
    walletChain(namedChain) !== walletChain(connectionChain)
  )
}

function parseMessage(connection: Connection, { method, params }: RpcRequest): ParsedRequest {
  const { address, message } = parseParams(messageParams(), params)
  const account = accountOf(connection, address)
  return {
    requested: { is: 'message', account, chain: connection.chain, bytes: message },
    request: { method, params: { address: account, message: base64(message) } },
  }
}

function parseSignIn(connection: Connection, { method, params }: RpcRequest): ParsedRequest {
  const fields = parseParams(signInInputSchema(), params)
  if (!isSignInInput(fields)) throw invalid('a field is not valid in a sign-in')
  // An empty field does not appear in the text, and wallets differ in how they write one.
  const input = z.parse(
    signInInputSchema(),
    Object.fromEntries(Object.entries(fields).filter(([, one]) => one !== '')),
  )
  const account = accountOf(connection, input.address)
  const { chain } = connection
  if (input.chainId !== undefined && isOtherCluster(chain, input.chainId)) throw otherChain()
  return {
    requested: { is: 'sign-in', account, chain, input, text: textOfInput(input) },
    request: { method, params: input },
  }
}

function parseSigning(
  connection: Connection,
  { method, params }: RpcRequest,
  isSent: boolean,
): ParsedRequest {
  const requested: z.output<ReturnType<typeof sentParams>> = isSent
    ? parseParams(sentParams(), params)
    : parseParams(transactionParams(), params)
  const account = accountOf(connection, requested.address)
  const { chain } = connection
  requireConnectionChain(connection, requested.chain)
  const transaction = parseTransaction(requested.transaction)
  if (transaction === undefined) throw invalid('transaction')
  if (!transaction.signatures.has(account)) throw invalid('the account signs nothing of the transaction')
  const walletParams = { address: account, transaction: base64(transaction.wire), chain: walletChain(chain) }
  const options = requested.options === undefined ? {} : { options: requested.options }
  return {
    requested: { is: 'transaction', account, chain, transaction, isSent },
    request: { method, params: { ...walletParams, ...options } },
  }
}

/**
 * Parses a Wallet Standard request for one of the connection's accounts (`@solana/wallet-standard-features`; bytes as
 * base64, docs/protocol.md).
 * @throws ProviderRpcError 4200 for other methods, −32602, 4100, 4901.
 */
export function parseRequest(connection: Connection, request: RpcRequest): ParsedRequest {
  switch (request.method) {
    case 'solana:signIn':
      return parseSignIn(connection, request)
    case 'solana:signMessage':
      return parseMessage(connection, request)
    case 'solana:signTransaction':
      return parseSigning(connection, request, false)
    case 'solana:signAndSendTransaction':
      return parseSigning(connection, request, true)
    default:
      throw rpcError(providerCodes.unsupportedMethod, texts.rpcNotAllowed)
  }
}
