import type { RpcRequest, WalletTransport } from '#widget/chains/chain-adapter.ts'

/** A request of the widget to a WalletConnect wallet. */
export type WidgetRequest = {
  readonly handle: string
  readonly request: RpcRequest
  readonly signal: AbortSignal
  /** Sends the request to the wallet as it was displayed. */
  readonly send: (request: RpcRequest) => Promise<unknown>
}

/**
 * Methods that sign nothing: the session responds itself, or they name a network of the wallet, read, or revoke an
 * authority.
 */
const signsNothing: ReadonlySet<string> = new Set([
  'eth_accounts',
  'eth_requestAccounts',
  'eth_chainId',
  'wallet_getPermissions',
  'wallet_requestPermissions',
  'wallet_revokePermissions',
  'wallet_switchEthereumChain',
  'wallet_getCapabilities',
  'wallet_getCallsStatus',
  'standard:connect',
  'standard:disconnect',
  'injectedWeb3:enable',
  'injectedWeb3:disconnect',
])

/** A transport that sends a request only if it passed the review of a dApp's request or passes `sendReviewed`. */
export const reviewedTransport = (
  sessions: WalletTransport,
  sendReviewed: (widgetRequest: WidgetRequest) => Promise<unknown>,
): WalletTransport => ({
  ...sessions,
  request: (handle, request, options = {}) => {
    if (options.isReviewed || signsNothing.has(request.method))
      return sessions.request(handle, request, options)
    return sendReviewed({
      handle,
      request,
      signal: options.signal ?? new AbortController().signal,
      send: (shown) => sessions.request(handle, shown, { ...options, isReviewed: true }),
    })
  },
})
