import * as z from 'zod/mini'
import { ProviderRpcError, providerCodes } from '#shared/errors/provider-error.ts'
import type { Connection, RpcRequest, WalletTransport } from '../contract.ts'
import { bytesSchema } from './scale-json.ts'
import { ask } from './wallet-error.ts'

/** A runtime that an extension can read (`@polkadot/extension-inject` InjectedMetadataKnown). */
const knownSchema = () => z.object({ genesisHash: bytesSchema(), specVersion: z.int() })

/** What teaches an extension another one (MetadataDef); everything beside these two is for the extension alone. */
const definitionSchema = () => z.looseObject({ genesisHash: bytesSchema(), specVersion: z.int() })

const invalidParams = () => new ProviderRpcError(providerCodes.invalidParams, 'Invalid metadata definition')

const invalidAnswer = () => new ProviderRpcError(providerCodes.internal, 'The wallet answered something else')

/** Whether a request is about what the extension itself can read, which signs nothing and concerns no account. */
export const isMetadataRequest = (method: string): boolean =>
  method === 'injectedWeb3:metadata.get' || method === 'injectedWeb3:metadata.provide'

/**
 * Asks the extension which runtimes it can read, or teaches it one, which its person allows there: what it shows in its
 * own prompt comes from that. The widget reads metadata from the chains, never from a site.
 * @throws ProviderRpcError −32602, 4200 for an extension without, −32603, or the extension's own.
 */
export async function askMetadata(
  transport: WalletTransport,
  { handle }: Connection,
  { method, params }: RpcRequest,
  options: { readonly signal?: AbortSignal },
): Promise<unknown> {
  if (method === 'injectedWeb3:metadata.get') {
    const known = z.array(knownSchema()).safeParse(await ask(transport, handle, { method }, options))
    if (!known.success) throw invalidAnswer()
    return known.data
  }
  const definition = definitionSchema().safeParse(params)
  if (!definition.success) throw invalidParams()
  const request = { method, params: definition.data }
  const isTaken = z.boolean().safeParse(await ask(transport, handle, request, options))
  if (!isTaken.success) throw invalidAnswer()
  return isTaken.data
}
