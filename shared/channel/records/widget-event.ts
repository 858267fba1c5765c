import { custom, nonEmptyText, openObject, optional, text } from '../../wire-schema.ts'

/** Capability of a host that receives the topic `event`; an older one would count the unknown topic as a strike. */
export const eventsCapability = 'events'

/** How the user connected: in this browser, by a QR code for another device, or by a link on this phone. */
type ConnectMethod = 'browser' | 'qrcode' | 'mobile'

type NetworkProperties = {
  /** CAIP-2. */
  readonly network: string
  /** True if the account is a smart account of the widget; it has none, so this is false. */
  readonly isSmartAccount: boolean
}
type SendProperties = NetworkProperties & {
  /** The token's symbol, else its address. */
  readonly token: string
  /** Whole tokens, exact, as a decimal text. */
  readonly amount: string
}
type SwapProperties = NetworkProperties & {
  /** Symbols of the sold and the bought token. */
  readonly swapFromToken: string
  readonly swapToToken: string
  /** Whole tokens, exact, as decimal texts; the bought amount is the quoted one. */
  readonly swapFromAmount: string
  readonly swapToAmount: string
}
type WithMessage = { readonly message: string }
/** Pages of transactions, with a wallet's address, as in AppKit's events. */
type PageProperties = {
  readonly address: string
  readonly projectId: string
  /** Of the page; absent for the first one. */
  readonly cursor: string | undefined
  readonly isSmartAccount: boolean
}
type NameProperties = { readonly isSmartAccount: boolean; readonly ensName: string }

/** The wallet's position in the list of the API; absent if the list has none. */
type WalletProperties = { readonly name: string; readonly walletRank?: number | undefined }
/** One wallet that was displayed. */
export type WalletImpression = WalletProperties & {
  /** Its id in the list of the API, else the rdns it has in the page. */
  readonly explorerId?: string | undefined
  readonly rdnsId?: string | undefined
  readonly view: string
  /** From 0. */
  readonly displayIndex: number
  /** The search text. */
  readonly query: string
  readonly certified: boolean
}

/** The purpose of a deposit from an exchange. `recipient` is the wallet's address, as in AppKit's events. */
type PayConfiguration = {
  /** CAIP-2. */
  readonly network: string
  /** `native`, or the token's address. */
  readonly asset: string
  /** Whole tokens, exact, as a decimal text; empty while none is typed. */
  readonly amount: string
  readonly recipient: string
}
type PaymentProperties = {
  readonly source: 'fund-from-exchange'
  /** Absent before the deposit begins. */
  readonly paymentId?: string | undefined
  readonly configuration: PayConfiguration
  readonly currentPayment: {
    readonly type: 'exchange'
    readonly exchangeId: string
    /** The exchange's id. */
    readonly sessionId?: string | undefined
    readonly status?: 'UNKNOWN' | 'IN_PROGRESS' | 'SUCCESS' | 'FAILED' | undefined
    /** Hash of the deposit's transaction. */
    readonly result?: string | undefined
  }
  readonly headless: boolean
}

/** Events of the widget, with the names and properties of AppKit's analytics. */
export type WidgetEventProperties = {
  INITIALIZE: {
    readonly platforms: string
    /** The number of networks. */
    readonly networks: number
    readonly themeMode: string
    readonly embedded: boolean
    readonly basic: boolean
    readonly siwx: boolean
  }
  MODAL_CREATED: object
  MODAL_OPEN: { readonly connected: boolean }
  MODAL_CLOSE: { readonly connected: boolean }
  /** An error in the widget's code. Texts are truncated, and contain no addresses or keys. */
  INTERNAL_SDK_ERROR: {
    readonly errorType: string
    readonly errorMessage: string
    readonly stackTrace: string
    /** True if no code of the widget caught it. */
    readonly uncaught: boolean
  }

  CLICK_ALL_WALLETS: object
  CLICK_WALLET_HELP: object
  CLICK_GET_WALLET_HELP: object
  /** `badge` would be a filter of the list; the widget has none, so it is empty. */
  SEARCH_WALLET: { readonly badge: string; readonly search: string }
  WALLET_IMPRESSION_V2: { readonly items: readonly WalletImpression[] }
  GET_WALLET: WalletProperties & { readonly explorerId?: string | undefined; readonly type: string }
  SELECT_WALLET: WalletProperties & { readonly platform: ConnectMethod; readonly view: string }

  CONNECT_SUCCESS: WalletProperties & {
    readonly method: ConnectMethod
    /** Reconnected from the last visit. */
    readonly reconnect: boolean
    readonly view: string
  }
  CONNECT_ERROR: WithMessage
  USER_REJECTED: WithMessage
  /** The namespace, or `all` when no connection is left. */
  DISCONNECT_SUCCESS: { readonly namespace: string }
  /** The wallet did not confirm; the widget has disconnected all the same. */
  DISCONNECT_ERROR: WithMessage

  CLICK_NETWORKS: object
  SWITCH_NETWORK: { readonly network: string }

  CLICK_SIGN_SIWX_MESSAGE: NetworkProperties
  CLICK_CANCEL_SIWX: NetworkProperties
  SIWX_AUTH_SUCCESS: NetworkProperties
  SIWX_AUTH_ERROR: NetworkProperties & WithMessage
  EMAIL_SUBMITTED: object
  EMAIL_VERIFICATION_CODE_SENT: object
  EMAIL_VERIFICATION_CODE_PASS: object
  EMAIL_VERIFICATION_CODE_FAIL: WithMessage
  /** The user returned from the code to the address. */
  EMAIL_EDIT: object

  OPEN_SEND: NetworkProperties
  SEND_INITIATED: SendProperties
  SEND_SUCCESS: SendProperties & { readonly hash: string }
  SEND_ERROR: SendProperties & WithMessage
  SEND_REJECTED: SendProperties & WithMessage

  OPEN_SWAP: NetworkProperties
  CLICK_SELECT_TOKEN_TO_SWAP: object
  CLICK_SELECT_NETWORK_TO_SWAP: object
  INITIATE_SWAP: SwapProperties
  /** By the receipt; for a swap that an earlier visit began, in the visit that reads the receipt. */
  SWAP_SUCCESS: SwapProperties
  SWAP_ERROR: SwapProperties & WithMessage
  SWAP_APPROVAL_ERROR: SwapProperties & WithMessage

  SELECT_BUY_CRYPTO: object
  SELECT_BUY_PROVIDER: { readonly provider: string; readonly isSmartAccount: boolean }

  PAY_MODAL_OPEN: {
    readonly exchanges: readonly { readonly id: string; readonly name: string }[]
    readonly configuration: PayConfiguration
  }
  PAY_EXCHANGE_SELECTED: PaymentProperties
  PAY_INITIATED: PaymentProperties
  /** By the chain, in the visit that reads it. */
  PAY_SUCCESS: PaymentProperties
  PAY_ERROR: PaymentProperties & WithMessage

  CLICK_TRANSACTIONS: { readonly isSmartAccount: boolean }
  LOAD_MORE_TRANSACTIONS: PageProperties
  ERROR_FETCH_TRANSACTIONS: PageProperties

  OPEN_ENS_FLOW: { readonly isSmartAccount: boolean }
  REGISTER_NAME_INITIATED: NameProperties
  REGISTER_NAME_SUCCESS: NameProperties
  REGISTER_NAME_ERROR: NameProperties & { readonly error: string }

  /** The widget's own event: AppKit has a view for it and no event. Emitted once the API has stored the session. */
  SMART_SESSION_CREATED: NetworkProperties & {
    /** Types of ERC-7715, without amounts. */
    readonly permissions: readonly string[]
    /** Epoch seconds. */
    readonly expiry: number
  }
}

export type WidgetEventName = keyof WidgetEventProperties

/** In addition to each event's own properties: the displayed network, CAIP-2. */
type CommonProperties = { readonly caipNetworkId?: string }

/** One analytics event, as the host receives it. A widget that is newer than the SDK may emit others. */
export type WidgetEvent = {
  [Name in WidgetEventName]: {
    readonly event: Name
    readonly properties: WidgetEventProperties[Name] & CommonProperties
  }
}[WidgetEventName]

const shape = /* @__PURE__ */ openObject({
  event: nonEmptyText(64),
  properties: openObject({ caipNetworkId: optional(text(64)) }),
})

/** What crosses the channel. Properties are validated by their shape, not per event, which every page would pay for. */
export const widgetEventSchema = /* @__PURE__ */ custom<WidgetEvent>((value) => shape.fits(value))
