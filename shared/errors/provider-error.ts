/** Codes of EIP-1193, EIP-1474, EIP-5792 and JSON-RPC that cross the link (docs/protocol.md#7-errors). */
export const providerCodes = {
  userRejected: 4001,
  unauthorized: 4100,
  unsupportedMethod: 4200,
  disconnected: 4900,
  chainDisconnected: 4901,
  unrecognisedChain: 4902,
  parse: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internal: -32603,
  server: -32000,
  requestPending: -32002,
  limitExceeded: -32005,
  versionUnsupported: -32006,
} as const

/** Why the link, rather than a wallet, rejected; the closed set of `data.reason`. */
export const linkReasons = [
  'unreachable',
  'popup-blocked',
  'popup-severed',
  'unregistered-origin',
  'nested-frame',
  'not-visible',
  'aborted',
  'expired',
  'unknown-outcome',
  'mismatch',
  'not-switched',
  'rate-limited',
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
