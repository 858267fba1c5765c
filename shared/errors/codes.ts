/** Alerts and warnings of SPEC §8, with their texts. */
export const alerts = {
  APKT001: 'Network Not Found',
  APKT002: 'Invalid App Configuration',
  APKT003: 'Network Error: Wallet Load Failed',
  APKT004: 'Wallet Request Timeout',
  APKT005: 'Unverified Domain',
  APKT006: 'Session Expired',
  APKT007: 'Invalid Project ID',
  APKT008: 'Project ID Missing',
  APKT009: 'Server Error',
  APKT010: 'Rate Limited',
  APKTW001: 'Inactive Namespace Not Connected',
  APKTW002: 'Invalid Email Address',
} as const

/** An alert or warning code of SPEC §8. */
export type AlertCode = keyof typeof alerts

/** Exact texts which the spec fixes (SPEC §5, §6, §8). */
export const texts = {
  missingWalletId: 'Missing walletId',
  invalidAddress: 'Invalid address',
  sendFieldsRequired: 'An amount and receiver address are required',
  tokenRequired: 'A token is required',
  unsupportedChain: 'Unsupported chain',
  chainNotSupported: 'Chain is not supported',
  modalClosed: 'Modal closed',
  rpcNotAllowed: 'Requested RPC call is not allowed',
  actionNotAllowed: 'Action not allowed',
  balanceUnavailable: 'Token Balance Unavailable',
  noChainId: 'No chainId found',
} as const

/** Every code a `WidgetError` can carry; one area, one slash, one fault. */
export type WidgetErrorCode =
  | AlertCode
  | 'caip/invalid-chain-id'
  | 'caip/invalid-account-id'
  | 'amount/invalid'
  | 'address/invalid'
  | 'address/checksum'
  | 'config/invalid'
  | 'config/widget-url'
  | 'link/unreachable'
  | 'link/rejected'
  | 'link/closed'
  | 'modal/closed'
  | 'wallet/missing-id'
  | 'wallet/not-found'
  | 'wallet/not-answering'
  | 'wallet/no-account'
  | 'chain/unsupported'
  | 'chain/not-supported-by-wallet'
  | 'send/fields-required'
  | 'send/token-required'
  | 'send/failed'
  | 'send/mismatch'
  | 'balance/unavailable'
  | 'balance/retry-too-soon'
  | 'http/status'
  | 'http/invalid-response'
  | 'http/timeout'
  | 'http/network'
  | 'storage/quota'
  | 'storage/invalid'
