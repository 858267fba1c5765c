import { wrapBytes } from '@polkadot/extension-dapp/wrapBytes'
import { stringToU8a, u8aToHex } from '@polkadot/util'
import * as z from 'zod/mini'
import { texts } from '#shared/errors/codes.ts'
import { ProviderRpcError, providerCodes } from '#shared/errors/provider-error.ts'
import type { Connection, RpcRequest, WalletTransport } from '../contract.ts'
import { normalAddress } from './address.ts'
import { askMetadata, isMetadataRequest } from './metadata-request.ts'
import { bytesSchema } from './scale-json.ts'
import { signableVersion } from './transfer-call.ts'
import { ask } from './wallet-error.ts'

const refuse = (code: number, message: string) => new ProviderRpcError(code, message)

/** A number in hex, padded or not. */
const numberSchema = () => z.string().check(z.regex(/^0x[0-9a-fA-F]*$/))

/** What `signPayload` takes (facts §2.2). Chains with extensions of their own add keys, which pass as they are. */
const payloadSchema = () =>
  z.looseObject({
    address: z.string(),
    method: bytesSchema(),
    version: z.int(),
    genesisHash: bytesSchema(),
    blockHash: bytesSchema(),
    blockNumber: numberSchema(),
    era: bytesSchema(),
    nonce: numberSchema(),
    tip: numberSchema(),
    specVersion: numberSchema(),
    transactionVersion: numberSchema(),
    signedExtensions: z.array(z.string()),
  })

const rawSchema = () => z.object({ address: z.string(), data: z.string() })

const answerSchema = () =>
  z.object({
    id: z.catch(z.int(), 0),
    signature: bytesSchema(),
    signedTransaction: z.nullish(bytesSchema()),
  })

function parsed<S extends z.ZodMiniType>(schema: S, params: unknown): z.output<S> {
  const result = schema.safeParse(params)
  if (result.success) return result.data
  const field = result.error.issues[0]?.path.join('.') ?? ''
  throw refuse(providerCodes.invalidParams, `Invalid params: ${field}`)
}

function requireAccount({ accounts, facts }: Connection, address: string, genesisHash?: string): void {
  const own = normalAddress(address)
  if (own === undefined || !accounts.includes(own))
    throw refuse(providerCodes.unauthorized, 'The account is not connected')
  const lock = facts?.[own]?.genesisHash
  if (lock !== undefined && genesisHash !== undefined && lock !== genesisHash)
    throw refuse(providerCodes.unauthorized, 'The account is for another network')
}

function payloadParams(connection: Connection, params: unknown): object {
  const payload = parsed(payloadSchema(), params)
  if (payload.version !== signableVersion)
    throw refuse(
      providerCodes.unsupportedMethod,
      `Only extrinsic version ${signableVersion} is supported, not ${payload.version}`,
    )
  requireAccount(connection, payload.address, payload.genesisHash)
  return payload
}

function rawParams(connection: Connection, params: unknown): object {
  const { address, data } = parsed(rawSchema(), params)
  requireAccount(connection, address)
  const bytes = /^0x([0-9a-f]{2})*$/i.test(data) ? data : stringToU8a(data)
  // Most wallets wrap what is not wrapped yet. One that does not could be made to sign a transaction as a message.
  return { address, data: u8aToHex(wrapBytes(bytes)), type: 'bytes' }
}

const signing = { 'injectedWeb3:signPayload': payloadParams, 'injectedWeb3:signRaw': rawParams }

/** Whether `answerDapp` would ask the wallet for a signature; other requests sign nothing, or are refused by it. */
export function isAnswerable(connection: Connection, { method, params }: RpcRequest): boolean {
  if (method !== 'injectedWeb3:signPayload' && method !== 'injectedWeb3:signRaw') return false
  try {
    signing[method](connection, params)
    return true
  } catch {
    return false
  }
}

/**
 * Asks the wallet for a signature on behalf of the dApp: `injectedWeb3:signPayload` or `injectedWeb3:signRaw`, for a
 * connected account. Messages are wrapped in `<Bytes>`, and of extrinsics only version 4 is signed (SPEC §5). What the
 * extension can read is asked and taught as `askMetadata` says.
 * @throws ProviderRpcError 4200 for other methods and versions, −32602, 4100, or the wallet's own.
 */
export async function answerDapp(
  transport: WalletTransport,
  connection: Connection,
  request: RpcRequest,
  options: { readonly signal?: AbortSignal } = {},
): Promise<unknown> {
  const { method, params } = request
  if (isMetadataRequest(method)) return askMetadata(transport, connection, request, options)
  if (method !== 'injectedWeb3:signPayload' && method !== 'injectedWeb3:signRaw')
    throw refuse(providerCodes.unsupportedMethod, texts.rpcNotAllowed)
  const { id, signature, signedTransaction } = await signed(
    transport,
    connection,
    { method, params: signing[method](connection, params) },
    options,
  )
  return { id, signature, ...(signedTransaction && { signedTransaction }) }
}

async function signed(
  transport: WalletTransport,
  { handle }: Connection,
  request: RpcRequest,
  options: { readonly signal?: AbortSignal },
) {
  const answer = answerSchema().safeParse(await ask(transport, handle, request, options))
  if (!answer.success) throw refuse(providerCodes.internal, 'The wallet answered without a signature')
  return answer.data
}

/** Asks the wallet to sign a text, wrapped in `<Bytes>`; gives the signature. @throws as `answerDapp`. */
export async function signText(
  transport: WalletTransport,
  connection: Connection,
  { address, text }: { readonly address: string; readonly text: string },
  options: { readonly signal?: AbortSignal } = {},
): Promise<string> {
  const params = rawParams(connection, { address, data: text })
  return (await signed(transport, connection, { method: 'injectedWeb3:signRaw', params }, options)).signature
}
