import { u8aToHex } from '@polkadot/util'
import { providerCodes } from '#shared/errors/provider-error.ts'
import { linkError } from '#shared/errors/wire-error.ts'
import * as z from '#shared/zod.ts'
import type { Connection, RpcRequest, WalletRequestOptions, WalletTransport } from '../../chain-adapter.ts'
import { bytesSchema } from '../scale-json.ts'
import { parseMessage, type RequestedMessage, type RequestedPayload } from './signer-payload.ts'
import { requestWallet } from './wallet-error.ts'

const byteSchema = () => z.int().check(z.gte(0), z.lte(255))

/** Hex without its `0x`. */
const bareHexSchema = () => z.string().check(z.regex(/^(?:[0-9a-fA-F]{2})+$/))

/**
 * Bytes as wallets return them: hex in any case, with or without `0x`, `Uint8Array`, or a list of numbers. The result is
 * lower-case hex.
 */
const anyBytesSchema = () =>
  z.union([
    z.pipe(
      bytesSchema(),
      z.transform((text: string) => text.toLowerCase()),
    ),
    z.pipe(
      bareHexSchema(),
      z.transform((text: string) => `0x${text.toLowerCase()}`),
    ),
    z.pipe(
      z.union([z.instanceof(Uint8Array), z.array(byteSchema())]),
      z.transform((bytes: Uint8Array<ArrayBuffer> | number[]): string => u8aToHex(Uint8Array.from(bytes))),
    ),
  ])

/** The response to `signPayload` and `signRaw`. */
export const signedResponseSchema = () =>
  z.object({
    id: z.catch(z.int(), 0),
    signature: anyBytesSchema(),
    signedTransaction: z.nullish(anyBytesSchema()),
  })

/** A wallet's signature, normalized. */
export type SignedResponse = z.output<ReturnType<typeof signedResponseSchema>>

/** The request that goes to the wallet. */
export const walletRequest = (requested: RequestedPayload | RequestedMessage): RpcRequest =>
  requested.is === 'payload'
    ? { method: 'injectedWeb3:signPayload', params: requested.payload }
    : { method: 'injectedWeb3:signRaw', params: requested.params }

/**
 * Requests a signature of the parsed request from the wallet. Messages are wrapped in `<Bytes>`, and only extrinsics of
 * version 4 are signed (SPEC §5).
 * @throws ProviderRpcError of the wallet; −32603 with `data.reason` 'unknown-outcome' if the response cannot be decoded: the
 * user may have signed.
 */
export async function requestSignature(
  transport: WalletTransport,
  { handle }: Connection,
  requested: RequestedPayload | RequestedMessage,
  options: WalletRequestOptions = {},
): Promise<SignedResponse> {
  const response = signedResponseSchema().safeParse(
    await requestWallet(transport, handle, walletRequest(requested), options),
  )
  if (!response.success)
    throw linkError(providerCodes.internal, 'The wallet answered without a signature', 'unknown-outcome')
  return response.data
}

/**
 * Requests a signature of a text, wrapped in `<Bytes>`; returns the signature.
 * @throws as `requestSignature`.
 */
export async function signText(
  transport: WalletTransport,
  connection: Connection,
  { address, text }: { readonly address: string; readonly text: string },
  options: { readonly signal?: AbortSignal } = {},
): Promise<string> {
  const requested = parseMessage(connection, { address, data: text })
  return (await requestSignature(transport, connection, requested, options)).signature
}
