import { ProviderRpcError, providerCodes } from '#shared/errors/provider-error.ts'
import type { Connection, PreparedRequest, RpcRequest } from '#widget/chains/chain-adapter.ts'
import { portsAtom } from '#widget/core/ports.ts'
import { preferredAccountTypeAtom } from '#widget/domain/embedded-wallet/account-type.ts'
import { loadNetworksAtom, networkTableAtom } from '#widget/domain/networks/networks.ts'
import { isEmbeddedWalletAtom } from '#widget/domain/wallets/wallet-app.ts'
import { atom, type Getter } from '#widget/lib/state.ts'
import { nonceQueueAtom, type RunInTurn } from './nonce-queue.ts'
import { isSameRequest } from './same-request.ts'

/** Methods of dApps that our own wallet executes without its keys; the vault decides all others. */
const methodsWithoutKeys: ReadonlySet<string> = new Set([
  'wallet_addEthereumChain',
  'wallet_watchAsset',
  'wallet_getCapabilities',
  'wallet_getCallsStatus',
])

/** Whether the vault signs a request. */
export const isSignedByVault = (
  get: Getter,
  { connection, request }: { readonly connection: Connection; readonly request: RpcRequest },
): boolean => get(isEmbeddedWalletAtom(connection.handle)) && !methodsWithoutKeys.has(request.method)

const unsupported = () =>
  new ProviderRpcError(providerCodes.unsupportedMethod, 'This wallet does not sign on this network')

/** The signing functions of a connection's namespace, and its network. @throws ProviderRpcError 4200 */
async function signingOf(
  get: Getter,
  loadNetworks: () => Promise<unknown>,
  { namespace, chain }: Connection,
) {
  const adapter = await get(portsAtom).chains.adapter(namespace)
  const [keys] = await Promise.all([adapter.localKeys?.(), loadNetworks()])
  const network = get(networkTableAtom).get(chain)
  if (keys === undefined || network === undefined) throw unsupported()
  return { adapter, keys, network }
}

/** How a request gets the fields that a wallet would choose, so that frame and vault review what will be signed. */
export type RequestCompletion = {
  /**
   * @throws ProviderRpcError 4200 for a bundle of an account that the user prefers without code; as `LocalKeys.complete` and
   * `ChainAdapter.prepare`.
   */
  readonly complete: () => Promise<PreparedRequest>
  readonly runInTurn: RunInTurn
}

/** The completion of a request that the vault signs. @throws if code of the chain cannot be loaded. */
export const vaultCompletionAtom = atom(
  null,
  async (get, set, connection: Connection, request: RpcRequest): Promise<RequestCompletion> => ({
    runInTurn: await set(nonceQueueAtom, connection, request),
    complete: async () => {
      const isSmartAccount = get(preferredAccountTypeAtom) === 'smartAccount'
      if (request.method === 'wallet_sendCalls' && !isSmartAccount)
        throw new ProviderRpcError(providerCodes.unsupportedMethod, 'The account executes no bundles')
      const { adapter, keys, network } = await signingOf(get, () => set(loadNetworksAtom), connection)
      return adapter.prepare(
        connection,
        await keys.complete(connection, request, network, { isSmartAccount }),
      )
    },
  }),
)

/** What the vault has signed, until the wallet's transport takes it. */
type SignedRequest = { readonly request: Parameters<typeof isSameRequest>[0]; readonly signed: unknown }

const signedRequestsAtom = atom<readonly SignedRequest[]>([])

/** More requests than wait at a time; an older result is of a request that ended without it. */
const signedLimit = 8

/** Stores the result of the vault for the request that the user approved there. */
export const storeSignedAtom = atom(null, (_get, set, result: SignedRequest) =>
  set(signedRequestsAtom, (results) => [...results, result].slice(-signedLimit)),
)

/**
 * The response of our own wallet to a request that the vault has signed: verifies the result, which counts once, and sends it.
 * @throws ProviderRpcError 4100 for a request that the vault has not signed; as `LocalKeys.respond`.
 */
export const respondBySignedAtom = atom(
  null,
  async (get, set, connection: Connection, request: RpcRequest): Promise<unknown> => {
    const result = get(signedRequestsAtom).find((one) => isSameRequest(one.request, request))
    if (result === undefined)
      throw new ProviderRpcError(providerCodes.unauthorized, 'The request was not approved in the wallet')
    set(signedRequestsAtom, (results) => results.filter((one) => one !== result))
    const { keys, network } = await signingOf(get, () => set(loadNetworksAtom), connection)
    return keys.respond(connection, request, result.signed, network)
  },
)
