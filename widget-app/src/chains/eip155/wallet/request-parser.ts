import { stringToHex } from 'viem/utils'
import type * as z from 'zod/mini'
import { grantRequest } from '#shared/api/smart-sessions.ts'
import type { ChainId } from '#shared/caip/chain-id.ts'
import type { Network } from '#shared/config/network.ts'
import { ProviderRpcError, providerCodes } from '#shared/errors/provider-error.ts'
import type { Connection, RpcRequest } from '../../chain-adapter.ts'
import { bundleParam, type CanonicalBundle, parseBundle } from '../canonical/canonical-bundle.ts'
import {
  addNetworkRequest,
  type CanonicalNetwork,
  parseNetwork,
  withConfiguredNetwork,
} from '../canonical/canonical-network.ts'
import type { CanonicalTransaction } from '../canonical/canonical-transaction.ts'
import { type CanonicalTypedData, parseTypedData } from '../canonical/canonical-typed-data.ts'
import { checkChain, connectedAccount, invalid } from '../canonical/canonical-values.ts'
import {
  type CanonicalListing,
  parseListing,
  watchAssetRequest,
  withBundledToken,
} from '../canonical/canonical-watch-asset.ts'
import { parseSponsoredTransaction, sponsoredTransactionParam } from '../canonical/sponsored-transaction.ts'
import { walletChain } from '../chain-number.ts'
import { addressSchema, bytesSchema, type Hex } from '../hex.ts'
import type { BundledToken } from '../tokens/token-metadata.ts'
import { parsePassThrough } from './pass-through-requests.ts'

type Grant = z.output<ReturnType<typeof grantRequest>> & { readonly address: string }

/** A dApp request after its one parse, with the request for the wallet. */
export type ParsedRequest = { readonly request: RpcRequest } & (
  | { readonly is: 'transaction'; readonly isSent: boolean; readonly transaction: CanonicalTransaction }
  | { readonly is: 'bundle'; readonly bundle: CanonicalBundle }
  | { readonly is: 'message'; readonly account: Hex; readonly bytes: Hex }
  | { readonly is: 'typed-data'; readonly account: Hex; readonly typed: CanonicalTypedData }
  | { readonly is: 'grant'; readonly grant: Grant }
  | { readonly is: 'network'; readonly network: CanonicalNetwork }
  | { readonly is: 'listing'; readonly listing: CanonicalListing }
  /** Signs nothing, and adds nothing to the wallet. */
  | { readonly is: 'other' }
)

/** `personal_sign` (EIP-191): text is signed as its UTF-8 bytes, and old dApps pass the account first. */
function parseMessage(connection: Connection, params: readonly unknown[]): ParsedRequest {
  const [first, second] = params
  const isAccountFirst = addressSchema.safeParse(first).success && !addressSchema.safeParse(second).success
  const [message, address] = isAccountFirst ? [second, first] : [first, second]
  if (typeof message !== 'string' || address === undefined) throw invalid('message')
  const account = connectedAccount(connection, address)
  const parsed = bytesSchema.safeParse(message)
  const bytes = parsed.success ? parsed.data : stringToHex(message)
  return { is: 'message', account, bytes, request: { method: 'personal_sign', params: [bytes, account] } }
}

/** `eth_signTypedData_v4` (EIP-712). */
function parseTypedDataRequest(connection: Connection, [address, value]: readonly unknown[]): ParsedRequest {
  if (address === undefined) throw invalid('address')
  const account = connectedAccount(connection, address)
  const typed = parseTypedData(value)
  const request = { method: 'eth_signTypedData_v4', params: [account, typed.text] }
  return { is: 'typed-data', account, typed, request }
}

/** `wallet_grantPermissions` (ERC-7715). */
function parseGrant(connection: Connection, value: unknown): ParsedRequest {
  const parsed = grantRequest().safeParse(value)
  if (!parsed.success) throw invalid('permissions')
  checkChain(connection, parsed.data.chainId)
  const address = connectedAccount(connection, parsed.data.address)
  const grant = { ...parsed.data, address, chainId: walletChain(connection.chain) }
  return { is: 'grant', grant, request: { method: 'wallet_grantPermissions', params: [grant] } }
}

const toNetworkRequest = (network: CanonicalNetwork): ParsedRequest => ({
  is: 'network',
  network,
  request: addNetworkRequest(network),
})

const toListingRequest = (listing: CanonicalListing): ParsedRequest => ({
  is: 'listing',
  listing,
  request: watchAssetRequest(listing),
})

/** The networks and tokens that the widget knows. */
type KnownData = {
  readonly knownNetwork: (chain: ChainId) => Promise<Network | undefined>
  readonly bundledToken: () => Promise<BundledToken>
}

/** The request with the widget's data of its network or token instead of the dApp's. */
export async function withKnownData(parsed: ParsedRequest, knownData: KnownData): Promise<ParsedRequest> {
  if (parsed.is === 'network')
    return toNetworkRequest(
      withConfiguredNetwork(parsed.network, await knownData.knownNetwork(parsed.network.chain)),
    )
  if (parsed.is === 'listing')
    return toListingRequest(withBundledToken(parsed.listing, await knownData.bundledToken()))
  return parsed
}

/**
 * Parses a request of EIP-1193 to the connected wallet; nothing else parses a dApp's input.
 * @throws ProviderRpcError −32602, 4100, 4200 for an unlisted method, 4901, and 5700 and 5710 of bundles.
 */
export function parseRequest(connection: Connection, request: RpcRequest): ParsedRequest {
  const { method } = request
  const params: readonly unknown[] = Array.isArray(request.params) ? request.params : []
  switch (method) {
    case 'personal_sign':
      return parseMessage(connection, params)
    case 'eth_signTypedData_v4':
      return parseTypedDataRequest(connection, params)
    case 'wallet_grantPermissions':
      return parseGrant(connection, params[0])
    case 'wallet_addEthereumChain':
      return toNetworkRequest(parseNetwork(params[0]))
    case 'wallet_watchAsset':
      return toListingRequest(parseListing(Array.isArray(request.params) ? params[0] : request.params))
    case 'wallet_sendCalls': {
      const bundle = parseBundle(connection, params[0])
      return { is: 'bundle', bundle, request: { method, params: [bundleParam(bundle)] } }
    }
    case 'eth_sendTransaction':
    case 'eth_signTransaction': {
      const transaction = parseSponsoredTransaction(connection, params[0])
      const isSent = method === 'eth_sendTransaction'
      return {
        is: 'transaction',
        isSent,
        transaction,
        request: { method, params: [sponsoredTransactionParam(transaction)] },
      }
    }
    default: {
      const passThrough = parsePassThrough(request)
      if (passThrough) return { is: 'other', request: passThrough }
      throw new ProviderRpcError(providerCodes.unsupportedMethod, 'Requested RPC call is not allowed')
    }
  }
}
