/** Codes of EIP-1193, EIP-1474, EIP-5792 and JSON-RPC that cross the link (docs/protocol.md#7-errors). */
export const providerCodes = {
  /** The user rejected the request, or closed the modal. */
  userRejected: 4001,
  /** Not authorised: the account or wallet is not connected, or the page's origin may not use the widget. */
  unauthorized: 4100,
  /** The method is not allowed for dApps, or the wallet does not support it. */
  unsupportedMethod: 4200,
  /** The widget is not reachable, the instance was destroyed, or a request was interrupted. */
  disconnected: 4900,
  /** The chain is not reachable, or the wallet changed during a review. */
  chainDisconnected: 4901,
  /** The chain is unknown to the wallet, or unsupported. */
  unrecognisedChain: 4902,
  /** Parse error of JSON-RPC. */
  parse: -32700,
  /** Invalid message. */
  invalidRequest: -32600,
  /** No such method. */
  methodNotFound: -32601,
  /** A parameter is invalid; the message names it, its value and the accepted values. */
  invalidParams: -32602,
  /** Internal error, an invalid result, or an error of the widget: then `data.widgetCode` names it. */
  internal: -32603,
  /** The request was cancelled, or took too long. */
  server: -32000,
  /** The wallet already has an open request. */
  requestPending: -32002,
  /** Too many requests, or status 429 of a node. */
  limitExceeded: -32005,
  /** SDK and widget have no common version of the protocol. */
  versionUnsupported: -32006,
} as const

/** Why the link, rather than a wallet, rejected; the closed set of `data.reason`. */
export const linkReasons = [
  /** The widget did not load, or the instance was replaced or destroyed. */
  'unreachable',
  /** Reserved: a window was blocked. */
  'popup-blocked',
  /** Reserved: the page's opener policy separates the window. */
  'popup-severed',
  /** The project does not list the origin of the page, or the list could not be read. */
  'unregistered-origin',
  /** The page runs in a frame of another page. */
  'nested-frame',
  /** Reserved: the widget was not visible. */
  'not-visible',
  /** The call was cancelled, or the instance ended. */
  'aborted',
  /** The request was not answered in time. */
  'expired',
  /** The request may have been executed; it is not repeated. */
  'unknown-outcome',
  /** The wallet returned something else than was requested. */
  'mismatch',
  /** The wallet confirmed a switch, and is on another network. */
  'not-switched',
  /** The page makes too many requests. */
  'rate-limited',
  /** No common version of the protocol. */
  'version',
] as const

export type LinkReason = (typeof linkReasons)[number]

/**
 * An error in EIP-1193's shape: `code` is an integer, `data` is JSON.
 * Thrown by `bridge.ethereum.request` and every proxied call.
 */
export class ProviderRpcError extends Error {
  override readonly name = 'ProviderRpcError'
  // `declare`, because a field would also be emitted without its assignment.
  declare readonly code: number
  declare readonly data: unknown

  constructor(code: number, message: string, data?: unknown) {
    super(message)
    this.code = code
    this.data = data
  }
}

/** True if a value is an EIP-1193 error, optionally with one of the given codes. */
export const isProviderRpcError = (value: unknown, ...codes: number[]): value is ProviderRpcError =>
  value instanceof ProviderRpcError && (codes.length === 0 || codes.includes(value.code))
