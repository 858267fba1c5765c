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
import { ownMethods } from './ethereum/methods.ts'
import { hexChain } from './ethereum/network-methods.ts'
import {
  type DappMessage,
  ethereum,
  type RequestWalletStep,
  type ValidateRequest,
} from './ethereum/request-context.ts'

type AskContext = {
  readonly get: Getter
  readonly set: Setter
  readonly signal: AbortSignal
  readonly allowed: () => Promise<void>
}

const alwaysAllowed = () => Promise.resolve()

export type DappRequest = {
  readonly method: string
  readonly params?: unknown
  /** The wallet to request; without it the active wallet on Ethereum. */
  readonly walletId?: string | undefined
  readonly signal: AbortSignal
  /** Emits a subscription's messages to the dApp's listeners. */
  readonly tell?: (message: DappMessage) => void
  /**
   * Resolves once the origin is verified, and rejects if it is refused; checked again right before the request to the
   * wallet.
   */
  readonly allowed?: () => Promise<void>
}

/** Parameters as a list; the object of EIP-747 becomes a list with it. */
const listOf = (method: string, params: unknown): readonly unknown[] => {
  if (params === undefined || params === null) return []
  if (Array.isArray(params)) return params
  if (method === 'wallet_watchAsset') return [params]
  throw new ProviderRpcError(providerCodes.invalidParams, 'params must be a list')
}

/** The only path to a wallet: the request is parsed once, and reviewed if the rules require it. */
async function askWallet(
  { get, set, signal, allowed }: AskContext,
  connection: Connection,
  request: RpcRequest,
  by?: RequestWalletStep,
  check?: ValidateRequest,
): Promise<unknown> {
  const adapter = await get(portsAtom).chains.adapter(connection.namespace)
  const prepared = await adapter.prepare(connection, request)
  check?.(prepared)
  const ask: RequestWalletStep = (reviewed, reading, simulation) => {
    const answered = { connection, request: reviewed.request, reading }
    const onChecked = (verdict: ResponseVerdict) => set(reportVerdictAtom, answered, verdict)
    return by ? by(reviewed, reading, simulation) : reviewed.ask({ signal, onChecked })
  }
  return set(reviewedRequestAtom, { connection, prepared, signal, ask, allowed })
}

/** Reads go to the RPC gateway, wallet methods to the wallet, all others are blocked. */
async function answerEthereum(
  get: Getter,
  set: Setter,
  { method, params, signal, tell = () => {}, allowed = alwaysAllowed }: DappRequest,
  wallet: Connection | undefined,
  chain: Connection['chain'] | undefined,
): Promise<unknown> {
  const treatment = rpcPolicy(method)
  if (treatment === 'refused') {
    if (get(modalOpenAtom)) set(showToastAtom, get(translateAtom)('fault.action-not-allowed'), 'warning')
    throw new ProviderRpcError(providerCodes.unsupportedMethod, texts.rpcNotAllowed)
  }
  if (method === 'eth_chainId' && chain) return hexChain(chain)
  if (method === 'net_version' && chain) return chainReference(chain)
  const list = listOf(method, params)
  if (treatment === 'read') {
    if (!chain) throw new ProviderRpcError(providerCodes.chainDisconnected, texts.noChainId)
    return get(rpcBatcherAtom)(get(rpcGatewaysAtom), chain, { method, params: list }, signal)
  }
  if (!wallet) {
    // What a host without a connection may see: nothing, an empty list.
    if (/^(eth_accounts|wallet_getPermissions)$/.test(method)) return []
    throw new ProviderRpcError(providerCodes.unauthorized, 'Connect a wallet first')
  }
  const ask = (request: RpcRequest, by?: RequestWalletStep, check?: ValidateRequest) =>
    askWallet({ get, set, signal, allowed }, wallet, request, by, check)
  const own = ownMethods.get(method)
  return own ? own({ get, set, wallet, params: list, signal, ask, tell }) : ask({ method, params: list })
}

async function answerForWallet(
  get: Getter,
  set: Setter,
  walletId: string,
  request: DappRequest,
): Promise<unknown> {
  const wallet = get(currentConnectionsAtom).find((connection) => connection.walletId === walletId)
  if (!wallet) throw new ProviderRpcError(providerCodes.unauthorized, `Wallet ${walletId} is not connected`)
  const { method, params, signal, allowed = alwaysAllowed } = request
  if (wallet.namespace === ethereum) return answerEthereum(get, set, request, wallet, wallet.chain)
  const native = typeof params === 'object' && params ? { method, params } : { method }
  return askWallet({ get, set, signal, allowed }, wallet, native)
}

/**
 * Handles one request of the dApp by the policy table (SPEC §6): as EIP-1193, or to one connected wallet in the methods of
 * its namespace, which its adapter validates.
 * @throws ProviderRpcError 4200 'Requested RPC call is not allowed', 4100 when the wallet is not connected, or the wallet's
 * own.
 */
export const handleDappRequestAtom = atom(null, async (get, set, request: DappRequest): Promise<unknown> => {
  if (request.walletId !== undefined) return answerForWallet(get, set, request.walletId, request)
  const wallet = currentConnection(get(connectionsAtom)[ethereum])
  return answerEthereum(get, set, request, wallet, get(currentChainAtom(ethereum)))
})
