import type { RpcRequest, WalletTransport } from '#widget/chains/chain-adapter.ts'

/** A request that the widget itself makes of a wallet behind a session. */
export type WidgetRequest = {
  readonly handle: string
  readonly request: RpcRequest
  readonly signal: AbortSignal
  /** Asks the wallet for the request as it was shown. */
  readonly ask: (request: RpcRequest) => Promise<unknown>
}

/** What signs nothing: the session answers it, or it names a network that the wallet has, reads, or takes a right away. */
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

/** Sessions of which nothing is asked that neither passed the review of a dApp's request nor passes `askOwn`. */
export const reviewedTransport = (
  sessions: WalletTransport,
  askOwn: (asked: WidgetRequest) => Promise<unknown>,
): WalletTransport => ({
  ...sessions,
  request: (handle, request, options = {}) => {
    if (options.isReviewed || signsNothing.has(request.method))
      return sessions.request(handle, request, options)
    return askOwn({
      handle,
      request,
      signal: options.signal ?? new AbortController().signal,
      ask: (shown) => sessions.request(handle, shown, { ...options, isReviewed: true }),
    })
  },
})
