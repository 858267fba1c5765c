/** Alerts and warnings of SPEC §8, with their texts. */
export const alerts = {
  /** A network is none of the site's `networks`. */
  APKT001: 'Network Not Found',
  /** The origin of the page is not in the list of the project, or the relay does not accept it. */
  APKT002: 'Invalid App Configuration',
  /** The list of wallets could not be loaded; the bundled list is used. */
  APKT003: 'Network Error: Wallet Load Failed',
  /** A wallet did not respond in time: while reconnecting, or 5 minutes after a request. */
  APKT004: 'Wallet Request Timeout',
  /** The origin is one of a host name under which anyone can publish; it is shown as unverified. */
  APKT005: 'Unverified Domain',
  /** The relay rejects the token: the device's clock is wrong. */
  APKT006: 'Session Expired',
  /** The relay does not accept the WalletConnect project id of the deployment. */
  APKT007: 'Invalid Project ID',
  /** The option `projectId` is missing or empty. */
  APKT008: 'Project ID Missing',
  /** The API could not check the page's origin: no response, or status 408 or 500 to 599. */
  APKT009: 'Server Error',
  /** The API rejected the check of the page's origin with status 429. */
  APKT010: 'Rate Limited',
  /** A wallet of the last visit, of a namespace that is not active, did not reconnect. */
  APKTW001: 'Inactive Namespace Not Connected',
  /** The user entered an invalid e-mail address. */
  APKTW002: 'Invalid Email Address',
  /** A second wallet replaced the first, because the feature `multiWallet` is off; only with `debug`. */
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
  /** A text is not a CAIP-2 network id. */
  | 'caip/invalid-chain-id'
  /** A text is not a CAIP-10 account id. */
  | 'caip/invalid-account-id'
  /** An amount does not parse. Reserved: forms show the problem instead. */
  | 'amount/invalid'
  /** A text is not an address of the network's ecosystem. */
  | 'address/invalid'
  /** The checksum of an address does not match. */
  | 'address/checksum'
  /** An option is invalid; the message names it, its value and the accepted values. */
  | 'config/invalid'
  /** The option `widgetUrl` is not an https origin, nor http on localhost. */
  | 'config/widget-url'
  /** Reserved: calls reject with 4900 and the reason `unreachable`. */
  | 'link/unreachable'
  /** Reserved: calls reject with the codes of the table above. */
  | 'link/rejected'
  /** Reserved: calls reject with 4900. */
  | 'link/closed'
  /** The user closed the modal, 'Modal closed'. Reserved: calls reject with 4001. */
  | 'modal/closed'
  /** A wallet id has no key, 'Missing walletId'. */
  | 'wallet/missing-id'
  /** No wallet of this id is in the page, 'Unavailable extension'. */
  | 'wallet/not-found'
  /** `connect` of a wallet that is connected. */
  | 'wallet/already-connected'
  /** `disconnect` of a wallet that is not connected. */
  | 'wallet/not-connected'
  /** The wallet responded without a network or without accounts. */
  | 'wallet/not-answering'
  /** The wallet shares no account with the widget. */
  | 'wallet/no-account'
  /** The code for a mobile wallet expired; the widget shows a new one. */
  | 'pairing/expired'
  /** The mobile wallet approved none of the site's networks. */
  | 'pairing/nothing-approved'
  /** The mobile wallet approved no methods. */
  | 'pairing/no-method'
  /** The deployment has no relay for mobile wallets. */
  | 'pairing/not-set-up'
  /** The deployment uses the public relay and has no WalletConnect project id. */
  | 'pairing/no-project-id'
  /** The operation is not supported on this network. */
  | 'chain/unsupported'
  /** The wallet does not support the network, and did not add it. */
  | 'chain/not-supported-by-wallet'
  /** The wallet confirmed a switch, and is on another network. */
  | 'chain/not-switched'
  /** A payment has no amount or recipient. */
  | 'send/fields-required'
  /** A payment has no token. */
  | 'send/token-required'
  /** A payment was not submitted; `data.detail.reason` names the cause where it is known. */
  | 'send/failed'
  /** The wallet executed something else than was requested. */
  | 'send/mismatch'
  /** A text is not a valid name. */
  | 'name/invalid'
  /** A name has no address on this network. */
  | 'name/unresolved'
  /** The calls of a swap differ from the accepted quote; nothing is sent. */
  | 'swap/not-as-agreed'
  /** The minimum of a swap is below the accepted one; nothing is sent. */
  | 'swap/price-moved'
  /** The API of the exchange responded with an error. */
  | 'exchange/refused'
  /** The sign-in view without the option `siwx`, 'SIWX is not enabled'. */
  | 'siwx/not-enabled'
  /** The sign-in view without a connected account. */
  | 'siwx/no-address'
  /** The sign-in view without an active network. */
  | 'siwx/no-network'
  /** The sign-in view for a wallet that cannot sign messages. */
  | 'siwx/no-client'
  /** A field of the sign-in message is invalid, or `getNonce` returned no nonce. */
  | 'siwx/invalid-message'
  /** The signature of a sign-in is invalid, or `addSession` returned false. */
  | 'siwx/not-verified'
  /** Neither the API nor the chain returned balances. */
  | 'balance/unavailable'
  /** Reserved: balances were requested again too early. */
  | 'balance/retry-too-soon'
  /** A service responded with an error status. */
  | 'http/status'
  /** A service responded with data of another shape. */
  | 'http/invalid-response'
  /** A service did not respond in time. */
  | 'http/timeout'
  /** A service could not be reached. */
  | 'http/network'
  /** The browser's storage is full; only in the console, with `debug`. */
  | 'storage/quota'
  /** A stored record is invalid and is ignored; only in the console, with `debug`. */
  | 'storage/invalid'
