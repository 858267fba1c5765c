import { chainReference } from '#shared/caip/chain-id.ts'
import { rpcPolicy } from '#shared/channel/rpc-policy.ts'
import { texts } from '#shared/errors/codes.ts'
import { ProviderRpcError, providerCodes } from '#shared/errors/provider-error.ts'
import type { Connection, ResponseVerdict, RpcRequest } from '#widget/chains/chain-adapter.ts'
import { rpcGatewaysAtom } from '#widget/core/config.ts'
import { modalOpenAtom } from '#widget/core/modal-state.ts'
import { showToastAtom } from '#widget/core/notices.ts'
import { portsAtom } from '#widget/core/ports.ts'
import { currentChainAtom } from '#widget/domain/accounts/active-network.ts'
import { currentConnectionsAtom } from '#widget/domain/accounts/connected-accounts.ts'
import { connectionsAtom, currentConnection } from '#widget/domain/accounts/connections.ts'
import { reviewedRequestAtom } from '#widget/domain/review/review-actions.ts'
import { reportVerdictAtom } from '#widget/domain/review-queue/report-verdict.ts'
import { rpcBatcherAtom } from '#widget/domain/rpc/page-rpc-batcher.ts'
import { translateAtom } from '#widget/lib/i18n/translate.ts'
import { atom, type Getter, type Setter } from '#widget/lib/state.ts'
import { widgetMethods } from './ethereum/methods.ts'
import { hexChain } from './ethereum/network-methods.ts'
import {
  type DappMessage,
  ethereum,
  type RequestWalletStep,
  type ValidateRequest,
} from './ethereum/request-context.ts'

type WalletRequestContext = {
  readonly get: Getter
  readonly set: Setter
  readonly signal: AbortSignal
  readonly whenAllowed: () => Promise<void>
}

const alwaysAllowed = () => Promise.resolve()

export type DappRequest = {
  readonly method: string
  readonly params?: unknown
  /** The wallet to request; without it the active wallet on Ethereum. */
  readonly walletId?: string | undefined
  readonly signal: AbortSignal
  /** Emits a subscription's messages to the dApp's listeners. */
  readonly emitMessage?: (message: DappMessage) => void
  /**
   * Resolves once the origin is verified, and rejects if it is refused; checked again right before the request to the
   * wallet.
   */
  readonly whenAllowed?: () => Promise<void>
}

/** Parameters as a list; the object of EIP-747 becomes a list with it. */
const listOf = (method: string, params: unknown): readonly unknown[] => {
  if (params === undefined || params === null) return []
  if (Array.isArray(params)) return params
  if (method === 'wallet_watchAsset') return [params]
  throw new ProviderRpcError(providerCodes.invalidParams, 'params must be a list')
}

/** The only path to a wallet: the request is parsed once, and reviewed if the rules require it. */
async function requestWallet(
  { get, set, signal, whenAllowed }: WalletRequestContext,
  connection: Connection,
  request: RpcRequest,
  by?: RequestWalletStep,
  validate?: ValidateRequest,
): Promise<unknown> {
  const adapter = await get(portsAtom).chains.adapter(connection.namespace)
  const prepared = await adapter.prepare(connection, request)
  validate?.(prepared)
  const send: RequestWalletStep = (reviewed, reading, simulation) => {
    const completed = { connection, request: reviewed.request, decoding: reading }
    const onChecked = (verdict: ResponseVerdict) => set(reportVerdictAtom, completed, verdict)
    return by ? by(reviewed, reading, simulation) : reviewed.requestWallet({ signal, onChecked })
  }
  return set(reviewedRequestAtom, { connection, prepared, signal, send, whenAllowed })
}

/** Reads go to the RPC gateway, wallet methods to the wallet, all others are blocked. */
async function handleEthereumRequest(
  get: Getter,
  set: Setter,
  { method, params, signal, emitMessage = () => {}, whenAllowed = alwaysAllowed }: DappRequest,
  wallet: Connection | undefined,
  chain: Connection['chain'] | undefined,
): Promise<unknown> {
  const policy = rpcPolicy(method)
  if (policy === 'refused') {
    if (get(modalOpenAtom)) set(showToastAtom, get(translateAtom)('fault.action-not-allowed'), 'warning')
    throw new ProviderRpcError(providerCodes.unsupportedMethod, texts.rpcNotAllowed)
  }
  if (method === 'eth_chainId' && chain) return hexChain(chain)
  if (method === 'net_version' && chain) return chainReference(chain)
  const list = listOf(method, params)
  if (policy === 'read') {
    if (!chain) throw new ProviderRpcError(providerCodes.chainDisconnected, texts.noChainId)
    return get(rpcBatcherAtom)(get(rpcGatewaysAtom), chain, { method, params: list }, signal)
  }
  if (!wallet) {
    // What a host without a connection may see: nothing, an empty list.
    if (/^(eth_accounts|wallet_getPermissions)$/.test(method)) return []
    throw new ProviderRpcError(providerCodes.unauthorized, 'Connect a wallet first')
  }
  const send = (request: RpcRequest, by?: RequestWalletStep, validate?: ValidateRequest) =>
    requestWallet({ get, set, signal, whenAllowed }, wallet, request, by, validate)
  const handler = widgetMethods.get(method)
  return handler
    ? handler({ get, set, wallet, params: list, signal, send, emitMessage })
    : send({ method, params: list })
}

async function handleWalletRequest(
  get: Getter,
  set: Setter,
  walletId: string,
  request: DappRequest,
): Promise<unknown> {
  const wallet = get(currentConnectionsAtom).find((connection) => connection.walletId === walletId)
  if (!wallet) throw new ProviderRpcError(providerCodes.unauthorized, `Wallet ${walletId} is not connected`)
  const { method, params, signal, whenAllowed = alwaysAllowed } = request
  if (wallet.namespace === ethereum) return handleEthereumRequest(get, set, request, wallet, wallet.chain)
  const walletRequest = typeof params === 'object' && params ? { method, params } : { method }
  return requestWallet({ get, set, signal, whenAllowed }, wallet, walletRequest)
}

/**
 * Handles one request of the dApp by the policy table (SPEC §6): as EIP-1193, or to one connected wallet in the methods of
 * its namespace, which its adapter validates.
 * @throws ProviderRpcError 4200 'Requested RPC call is not allowed', 4100 when the wallet is not connected, or the wallet's
 * own.
 */
export const handleDappRequestAtom = atom(null, async (get, set, request: DappRequest): Promise<unknown> => {
  if (request.walletId !== undefined) return handleWalletRequest(get, set, request.walletId, request)
  const wallet = currentConnection(get(connectionsAtom)[ethereum])
  return handleEthereumRequest(get, set, request, wallet, get(currentChainAtom(ethereum)))
})
