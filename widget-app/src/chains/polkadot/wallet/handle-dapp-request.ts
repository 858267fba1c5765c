import { u8aToHex } from '@polkadot/util'
import * as z from 'zod/mini'
import { providerCodes } from '#shared/errors/provider-error.ts'
import { linkError } from '#shared/errors/wire-error.ts'
import type { Connection, RpcRequest, WalletRequestOptions, WalletTransport } from '../../chain-adapter.ts'
import { bytesSchema } from '../scale-json.ts'
import { type AskedMessage, type AskedPayload, parseMessage } from './signer-payload.ts'
import { ask } from './wallet-error.ts'

const byteSchema = () => z.int().check(z.gte(0), z.lte(255))

/** Hex without its `0x`. */
const bareHexSchema = () => z.string().check(z.regex(/^(?:[0-9a-fA-F]{2})+$/))

/** Bytes as wallets write them: hex in any case, with `0x` or without, `Uint8Array`, or a list of numbers; gives hex in lower case. */
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

/** What a wallet answers to `signPayload` and `signRaw`. */
export const signedAnswerSchema = () =>
  z.object({
    id: z.catch(z.int(), 0),
    signature: anyBytesSchema(),
    signedTransaction: z.nullish(anyBytesSchema()),
  })

/** What a wallet signed, in one form. */
export type SignedAnswer = z.output<ReturnType<typeof signedAnswerSchema>>

/** The request that goes to the wallet. */
export const walletRequest = (asked: AskedPayload | AskedMessage): RpcRequest =>
  asked.is === 'payload'
    ? { method: 'injectedWeb3:signPayload', params: asked.payload }
    : { method: 'injectedWeb3:signRaw', params: asked.params }

/**
 * Asks the wallet for a signature of what was parsed. Messages are wrapped in `<Bytes>`, and of extrinsics only version 4
 * is signed (SPEC §5).
 * @throws ProviderRpcError of the wallet; −32603 with `data.reason` 'unknown-outcome' when it answered in a form that
 * cannot be read: the user may have signed.
 */
export async function askSignature(
  transport: WalletTransport,
  { handle }: Connection,
  asked: AskedPayload | AskedMessage,
  options: WalletRequestOptions = {},
): Promise<SignedAnswer> {
  const answer = signedAnswerSchema().safeParse(await ask(transport, handle, walletRequest(asked), options))
  if (!answer.success)
    throw linkError(providerCodes.internal, 'The wallet answered without a signature', 'unknown-outcome')
  return answer.data
}

/** Asks the wallet to sign a text, wrapped in `<Bytes>`; gives the signature. @throws as `askSignature`. */
export async function signText(
  transport: WalletTransport,
  connection: Connection,
  { address, text }: { readonly address: string; readonly text: string },
  options: { readonly signal?: AbortSignal } = {},
): Promise<string> {
  const asked = parseMessage(connection, { address, data: text })
  return (await askSignature(transport, connection, asked, options)).signature
}
