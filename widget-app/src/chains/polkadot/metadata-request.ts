import type { ApiPromise } from '@polkadot/api'
import { base64Encode } from '@polkadot/util-crypto/base64'
import { parseChainId } from '#shared/caip/chain-id.ts'
import { frameMaxStringLength } from '#shared/config/limits.ts'
import type { Network } from '#shared/config/network.ts'
import { ProviderRpcError, providerCodes } from '#shared/errors/provider-error.ts'
import * as z from '#shared/zod.ts'
import type { AdapterPorts } from '../adapter-ports.ts'
import type { Connection, RpcRequest, WalletTransport } from '../chain-adapter.ts'
import { type Nodes, nodeOf } from './nodes.ts'
import { bytesSchema, hashSchema } from './scale-json.ts'
import { parseParams } from './wallet/signer-payload.ts'
import { requestWallet } from './wallet/wallet-error.ts'

/** A runtime whose metadata an extension has (`@polkadot/extension-inject` InjectedMetadataKnown). */
const knownSchema = () => z.object({ genesisHash: bytesSchema(), specVersion: z.int() })

/**
 * The runtime that a page provides to the extension, and the token properties that the extension would show in its prompts.
 * Other members of `MetadataDef` are never read.
 */
const providedSchema = () =>
  z.object({
    genesisHash: hashSchema(),
    specVersion: z.int(),
    ss58Format: z.optional(z.int()),
    tokenDecimals: z.optional(z.int()),
    tokenSymbol: z.optional(z.string()),
    chainType: z.optional(z.string()),
  })

const invalidResponse = () =>
  new ProviderRpcError(providerCodes.internal, 'The wallet answered something else')

const unknownChain = () =>
  new ProviderRpcError(
    providerCodes.unsupportedMethod,
    'Metadata is provided from the chain itself, and this chain cannot be read',
  )

const otherRuntime = () =>
  new ProviderRpcError(providerCodes.invalidParams, 'Metadata is provided for the present runtime only')

const otherProperties = (name: string) =>
  new ProviderRpcError(providerCodes.invalidParams, `The chain has another ${name}`)

/** The source of the definition. */
export type DefinedChain = Pick<
  ApiPromise,
  'genesisHash' | 'runtimeVersion' | 'runtimeChain' | 'registry'
> & { readonly runtimeMetadata: { readonly asCallsOnly: { toU8a(): Uint8Array } } }

/** Ports of metadata requests. */
type MetadataPorts = { readonly transport: WalletTransport; readonly nodes: Nodes } & Pick<
  AdapterPorts,
  'knownNetwork'
>

const genericPrefix = 42
const h160Length = 20

/** The definition of a runtime for an extension (`MetadataDef`), from the chain's own metadata and properties only. */
function metadataDefinition(api: DefinedChain) {
  const { registry } = api
  const isEthereum = registry.createType('AccountId').toU8a().length === h160Length
  const calls = api.runtimeMetadata.asCallsOnly.toU8a()
  const encodedLength = Math.ceil(calls.length / 3) * 4
  return {
    chain: api.runtimeChain.toString(),
    chainType: isEthereum ? 'ethereum' : 'substrate',
    genesisHash: api.genesisHash.toHex(),
    icon: isEthereum ? 'ethereum' : 'polkadot',
    // Optional in a `MetadataDef`; without it the extension shows the call as bytes.
    ...(encodedLength <= frameMaxStringLength ? { metaCalls: base64Encode(calls) } : {}),
    specVersion: api.runtimeVersion.specVersion.toNumber(),
    ss58Format: registry.chainSS58 ?? genericPrefix,
    tokenDecimals: registry.chainDecimals[0] ?? 0,
    tokenSymbol: registry.chainTokens[0] ?? '',
    types: {},
  }
}

/**
 * The definition for the extension: the chain's own, if the page's values match it.
 * @throws ProviderRpcError −32602 if runtime or token properties differ from the chain's.
 */
export function verifiedDefinition(api: DefinedChain, provided: z.output<ReturnType<typeof providedSchema>>) {
  const own = metadataDefinition(api)
  if (own.specVersion !== provided.specVersion) throw otherRuntime()
  for (const name of ['ss58Format', 'tokenDecimals', 'tokenSymbol', 'chainType'] as const)
    if (provided[name] !== undefined && provided[name] !== own[name]) throw otherProperties(name)
  return own
}

/**
 * Whether a node reports the widget's own values of the network: the extension shows them in its prompts, and no second
 * endpoint confirms them.
 */
const matchesNetwork = (
  { tokenDecimals, tokenSymbol }: ReturnType<typeof metadataDefinition>,
  own: Network | undefined,
): boolean =>
  own === undefined ||
  (own.nativeCurrency.decimals === tokenDecimals && own.nativeCurrency.symbol === tokenSymbol)

/**
 * Requests the list of known runtimes from the extension, or provides one to it, which the user confirms there; the
 * extension's own prompts use it. The page's values are compared with the chain; the extension gets the widget's own
 * definition.
 * @throws ProviderRpcError −32602 if runtime or token properties differ from the chain's, 4200 for a chain that cannot be
 * read (servers that disagree, properties that differ from the widget's own) and for an extension without metadata, −32603,
 * or the extension's own error.
 */
export async function requestMetadata(
  { transport, nodes, knownNetwork }: MetadataPorts,
  { handle }: Connection,
  { method, params }: RpcRequest,
  options: { readonly signal?: AbortSignal } = {},
): Promise<unknown> {
  if (method === 'injectedWeb3:metadata.get') {
    const knownRuntimes = z
      .array(knownSchema())
      .safeParse(await requestWallet(transport, handle, { method }, options))
    if (!knownRuntimes.success) throw invalidResponse()
    return knownRuntimes.data
  }
  const provided = parseParams(providedSchema(), params)
  const genesisHash = provided.genesisHash.toLowerCase()
  const chain = parseChainId(`polkadot:${genesisHash.slice(2, 34)}`)
  const signal = options.signal ?? new AbortController().signal
  const node = await nodeOf(nodes, chain, signal).catch(() => undefined)
  signal.throwIfAborted()
  if (node === undefined || node.api.genesisHash.toHex() !== genesisHash) throw unknownChain()
  const definition = verifiedDefinition(node.api, provided)
  if (!matchesNetwork(definition, await knownNetwork?.(chain))) throw unknownChain()
  const request = { method, params: definition }
  const accepted = z.boolean().safeParse(await requestWallet(transport, handle, request, options))
  if (!accepted.success) throw invalidResponse()
  return accepted.data
}
