import { custom, nonEmptyText, openObject, optional, text } from '../../wire-schema.ts'

/** Capability name of a host that hears the topic `event`; to an older one an unknown topic would be a strike. */
export const eventsCapability = 'events'

/** How a wallet was reached: in this browser, by a code for another device, or by a link on this phone. */
type ConnectMethod = 'browser' | 'qrcode' | 'mobile'

type OfNetwork = {
  /** CAIP-2. */
  readonly network: string
  /** Whether the account is a smart account of the widget's own; it has none, so this is false. */
  readonly isSmartAccount: boolean
}
type OfSend = OfNetwork & {
  /** The token's symbol, else its address. */
  readonly token: string
  /** Whole tokens, exact, as a decimal text. */
  readonly amount: string
}
type OfSwap = OfNetwork & {
  /** Symbols of what is given and what comes. */
  readonly swapFromToken: string
  readonly swapToToken: string
  /** Whole tokens, exact, as decimal texts; what comes is what was quoted. */
  readonly swapFromAmount: string
  readonly swapToAmount: string
}
type WithMessage = { readonly message: string }
/** Pages of transactions: with a wallet's address, as the field has them. */
type OfPage = {
  readonly address: string
  readonly projectId: string
  /** Of the page; absent for the first one. */
  readonly cursor: string | undefined
  readonly isSmartAccount: boolean
}
type OfName = { readonly isSmartAccount: boolean; readonly ensName: string }

/** The wallet's place in the list of the API; absent where the list tells none. */
type OfWallet = { readonly name: string; readonly walletRank?: number | undefined }
/** One wallet that was on screen. */
export type WalletImpression = OfWallet & {
  /** Its id in the list of the API, else the reverse domain name it has in the page. */
  readonly explorerId?: string | undefined
  readonly rdnsId?: string | undefined
  readonly view: string
  /** From 0. */
  readonly displayIndex: number
  /** What was searched for. */
  readonly query: string
  readonly certified: boolean
}

/** What a deposit from an exchange is for. `recipient` is the wallet's address, as the field has it. */
type PayConfiguration = {
  /** CAIP-2. */
  readonly network: string
  /** `native`, or the token's address. */
  readonly asset: string
  /** Whole tokens, exact, as a decimal text; empty while none is typed. */
  readonly amount: string
  readonly recipient: string
}
type OfPayment = {
  readonly source: 'fund-from-exchange'
  /** Absent before the deposit begins. */
  readonly paymentId?: string | undefined
  readonly configuration: PayConfiguration
  readonly currentPayment: {
    readonly type: 'exchange'
    readonly exchangeId: string
    /** What the exchange calls it. */
    readonly sessionId?: string | undefined
    readonly status?: 'UNKNOWN' | 'IN_PROGRESS' | 'SUCCESS' | 'FAILED' | undefined
    /** Hash of the transaction that brought it. */
    readonly result?: string | undefined
  }
  readonly headless: boolean
}

/** What happens in the widget, with names and properties as the field's analytics know them. */
export type WidgetEventProperties = {
  INITIALIZE: {
    readonly platforms: string
    /** How many. */
    readonly networks: number
    readonly themeMode: string
    readonly embedded: boolean
    readonly basic: boolean
    readonly siwx: boolean
  }
  MODAL_CREATED: object
  MODAL_OPEN: { readonly connected: boolean }
  MODAL_CLOSE: { readonly connected: boolean }
  /** A fault of the widget's own code. Texts are cut, and have no addresses or keys. */
  INTERNAL_SDK_ERROR: {
    readonly errorType: string
    readonly errorMessage: string
    readonly stackTrace: string
    /** Nothing in the widget has caught it. */
    readonly uncaught: boolean
  }

  CLICK_ALL_WALLETS: object
  CLICK_WALLET_HELP: object
  CLICK_GET_WALLET_HELP: object
  /** `badge` would be a filter of the list; the widget has none, so it is empty. */
  SEARCH_WALLET: { readonly badge: string; readonly search: string }
  WALLET_IMPRESSION_V2: { readonly items: readonly WalletImpression[] }
  GET_WALLET: OfWallet & { readonly explorerId?: string | undefined; readonly type: string }
  SELECT_WALLET: OfWallet & { readonly platform: ConnectMethod; readonly view: string }

  CONNECT_SUCCESS: OfWallet & {
    readonly method: ConnectMethod
    /** Brought back from the last visit. */
    readonly reconnect: boolean
    readonly view: string
  }
  CONNECT_ERROR: WithMessage
  USER_REJECTED: WithMessage
  /** The namespace, or `all` when nothing is connected any more. */
  DISCONNECT_SUCCESS: { readonly namespace: string }
  /** The wallet did not take part; the widget has left it all the same. */
  DISCONNECT_ERROR: WithMessage

  CLICK_NETWORKS: object
  SWITCH_NETWORK: { readonly network: string }

  CLICK_SIGN_SIWX_MESSAGE: OfNetwork
  CLICK_CANCEL_SIWX: OfNetwork
  SIWX_AUTH_SUCCESS: OfNetwork
  SIWX_AUTH_ERROR: OfNetwork & WithMessage
  EMAIL_SUBMITTED: object
  EMAIL_VERIFICATION_CODE_SENT: object
  EMAIL_VERIFICATION_CODE_PASS: object
  EMAIL_VERIFICATION_CODE_FAIL: WithMessage
  /** Back from the code to the address. */
  EMAIL_EDIT: object

  OPEN_SEND: OfNetwork
  SEND_INITIATED: OfSend
  SEND_SUCCESS: OfSend & { readonly hash: string }
  SEND_ERROR: OfSend & WithMessage
  SEND_REJECTED: OfSend & WithMessage

  OPEN_SWAP: OfNetwork
  CLICK_SELECT_TOKEN_TO_SWAP: object
  CLICK_SELECT_NETWORK_TO_SWAP: object
  INITIATE_SWAP: OfSwap
  /** By the receipt; of a swap that an earlier visit began, in the visit that sees it. */
  SWAP_SUCCESS: OfSwap
  SWAP_ERROR: OfSwap & WithMessage
  SWAP_APPROVAL_ERROR: OfSwap & WithMessage

  SELECT_BUY_CRYPTO: object
  SELECT_BUY_PROVIDER: { readonly provider: string; readonly isSmartAccount: boolean }

  PAY_MODAL_OPEN: {
    readonly exchanges: readonly { readonly id: string; readonly name: string }[]
    readonly configuration: PayConfiguration
  }
  PAY_EXCHANGE_SELECTED: OfPayment
  PAY_INITIATED: OfPayment
  /** By the chain, in the visit that sees it. */
  PAY_SUCCESS: OfPayment
  PAY_ERROR: OfPayment & WithMessage

  CLICK_TRANSACTIONS: { readonly isSmartAccount: boolean }
  LOAD_MORE_TRANSACTIONS: OfPage
  ERROR_FETCH_TRANSACTIONS: OfPage

  OPEN_ENS_FLOW: { readonly isSmartAccount: boolean }
  REGISTER_NAME_INITIATED: OfName
  REGISTER_NAME_SUCCESS: OfName
  REGISTER_NAME_ERROR: OfName & { readonly error: string }

  /** A name of our own: the field has a view for it and no event. Told once the session's service has it. */
  SMART_SESSION_CREATED: OfNetwork & {
    /** ERC-7715's types, without their figures. */
    readonly permissions: readonly string[]
    /** Epoch seconds. */
    readonly expiry: number
  }
}

export type WidgetEventName = keyof WidgetEventProperties

/** What every event may say beside its own: the network on screen, CAIP-2. */
type Common = { readonly caipNetworkId?: string }

/** One thing that happened, as the host hears it. A widget that is newer than the SDK may tell of others. */
export type WidgetEvent = {
  [Name in WidgetEventName]: {
    readonly event: Name
    readonly properties: WidgetEventProperties[Name] & Common
  }
}[WidgetEventName]

const shape = /* @__PURE__ */ openObject({
  event: nonEmptyText(64),
  properties: openObject({ caipNetworkId: optional(text(64)) }),
})

/** What crosses the channel; the properties are judged by their shape, not event by event, which every page would pay for. */
export const widgetEventSchema = /* @__PURE__ */ custom<WidgetEvent>((value) => shape.fits(value))
