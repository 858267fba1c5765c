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
  /** Has no code in the spec; only with debug on. */
  'multi-wallet/not-enabled': 'Multi-Wallet Not Enabled',
} as const

/** An alert or warning code of SPEC §8. */
export type AlertCode = keyof typeof alerts

/** Exact texts of the specification (SPEC §5, §6, §8). */
export const texts = {
  missingWalletId: 'Missing walletId',
  invalidAddress: 'Invalid address',
  sendFieldsRequired: 'An amount and receiver address are required',
  tokenRequired: 'A token is required',
  unsupportedChain: 'Unsupported chain',
  chainNotSupported: 'Chain is not supported',
  noMethodApproved: 'The wallet allows no requests',
  modalClosed: 'Modal closed',
  rpcNotAllowed: 'Requested RPC call is not allowed',
  actionNotAllowed: 'Action not allowed',
  swapsNotSupported: 'Network not supported for Swaps',
  gasPriceNotSupported: 'Network not supported for Gas Price',
  balanceUnavailable: 'Token Balance Unavailable',
  noChainId: 'No chainId found',
  noSession: 'No session found',
  unavailableExtension: 'Unavailable extension',
  invalidPlatform: 'Invalid platform',
  notSwitched: 'The wallet did not switch to this network',
  siwxNotEnabled: 'SIWX is not enabled',
  noActiveAddress: 'No ActiveCaipAddress found',
  noActiveNetwork: 'No ActiveCaipNetwork or client found',
  noConnectionClient: 'No ConnectionController client found',
  siweAndSiwx: 'Cannot set both siweConfig and siwx',
  noWalletConnect: 'WalletConnectConnector not found',
} as const

/** Texts of SPEC §8 about one wallet, by its id (SPEC §3). */
export const extensionTexts = {
  alreadyConnected: (id: string) => `Extension ${id} already connected`,
  notConnected: (id: string) => `Extension ${id} is not connected`,
} as const

/** Every code of a `WidgetError`; one area, one slash, one cause. */
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
  | 'wallet/already-connected'
  | 'wallet/not-connected'
  | 'wallet/not-answering'
  | 'wallet/no-account'
  | 'pairing/expired'
  | 'pairing/nothing-approved'
  | 'pairing/no-method'
  | 'pairing/not-set-up'
  | 'pairing/no-project-id'
  | 'chain/unsupported'
  | 'chain/not-supported-by-wallet'
  | 'chain/not-switched'
  | 'send/fields-required'
  | 'send/token-required'
  | 'send/failed'
  | 'send/mismatch'
  | 'name/invalid'
  | 'name/unresolved'
  | 'swap/not-as-agreed'
  | 'swap/price-moved'
  | 'exchange/refused'
  | 'siwx/not-enabled'
  | 'siwx/no-address'
  | 'siwx/no-network'
  | 'siwx/no-client'
  | 'siwx/invalid-message'
  | 'siwx/not-verified'
  | 'balance/unavailable'
  | 'balance/retry-too-soon'
  | 'http/status'
  | 'http/invalid-response'
  | 'http/timeout'
  | 'http/network'
  | 'storage/quota'
  | 'storage/invalid'
