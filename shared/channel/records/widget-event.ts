import type { AccountType } from '../../config/account-types.ts'
import { custom, nonEmptyText, openObject, optional, text } from '../../wire-schema.ts'

/** Capability of a host that receives the topic `event`; an older one would count the unknown topic as a strike. */
export const eventsCapability = 'events'

/** How the user connected: in this browser, by a QR code for another device, by a link on this phone, or with the embedded wallet. */
type ConnectMethod = 'browser' | 'qrcode' | 'mobile' | 'email'

type NetworkProperties = {
  /** CAIP-2. */
  readonly network: string
  /** Whether the active account is one of the embedded wallet that is used as a smart account. */
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
/** A service whose account logs in: `google`, `farcaster`, … */
type SocialProperties = { readonly provider: string }
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
  /** The widget has the options of the site. */
  INITIALIZE: {
    readonly platforms: string
    /** The number of networks. */
    readonly networks: number
    readonly themeMode: string
    readonly embedded: boolean
    readonly basic: boolean
    readonly siwx: boolean
  }
  /** The widget is ready; emitted to the page only. */
  MODAL_CREATED: object
  /** The modal opened. */
  MODAL_OPEN: { readonly connected: boolean }
  /** The modal closed. */
  MODAL_CLOSE: { readonly connected: boolean }
  /** An error in the widget's code; five uncaught ones at most. Texts are truncated, and contain no addresses or keys. */
  INTERNAL_SDK_ERROR: {
    readonly errorType: string
    readonly errorMessage: string
    readonly stackTrace: string
    /** True if no code of the widget caught it. */
    readonly uncaught: boolean
  }

  /** The user opened the list of all wallets. */
  CLICK_ALL_WALLETS: object
  /** The user opened the explanation of wallets. */
  CLICK_WALLET_HELP: object
  /** The user chose to get a wallet, in the explanation of wallets. */
  CLICK_GET_WALLET_HELP: object
  /** The user searched for a wallet. `badge` would be a filter of the list; the widget has none, so it is empty. */
  SEARCH_WALLET: { readonly badge: string; readonly search: string }
  /** Wallets that Connect has shown for a second. */
  WALLET_IMPRESSION_V2: { readonly items: readonly WalletImpression[] }
  /** The user opened the store or the homepage of a wallet. */
  GET_WALLET: WalletProperties & { readonly explorerId?: string | undefined; readonly type: string }
  /** The user selected a wallet to connect. */
  SELECT_WALLET: WalletProperties & { readonly platform: ConnectMethod; readonly view: string }

  /** A wallet connected. */
  CONNECT_SUCCESS: WalletProperties & {
    readonly method: ConnectMethod
    /** Reconnected from the last visit. */
    readonly reconnect: boolean
    readonly view: string
  }
  /** A wallet did not connect. */
  CONNECT_ERROR: WithMessage
  /** The user rejected the connection in the wallet. */
  USER_REJECTED: WithMessage
  /** A wallet was disconnected: its namespace, or `all` when no connection is left. */
  DISCONNECT_SUCCESS: { readonly namespace: string }
  /** The wallet did not confirm; the widget has disconnected it nevertheless. */
  DISCONNECT_ERROR: WithMessage

  /** The user opened the list of networks. */
  CLICK_NETWORKS: object
  /** The user, the site or the wallet switched the network. */
  SWITCH_NETWORK: { readonly network: string }

  /** The user clicked Sign in the sign-in view. */
  CLICK_SIGN_SIWX_MESSAGE: NetworkProperties
  /** The user cancelled the sign-in. */
  CLICK_CANCEL_SIWX: NetworkProperties
  /** The sign-in was verified. */
  SIWX_AUTH_SUCCESS: NetworkProperties
  /** The sign-in failed. */
  SIWX_AUTH_ERROR: NetworkProperties & WithMessage
  /** The user entered an e-mail address. */
  EMAIL_SUBMITTED: object
  /** The API sent a code to the address. */
  EMAIL_VERIFICATION_CODE_SENT: object
  /** The code was correct. */
  EMAIL_VERIFICATION_CODE_PASS: object
  /** The code was not sent, or not correct. */
  EMAIL_VERIFICATION_CODE_FAIL: WithMessage
  /** The user returned from the code to the address. */
  EMAIL_EDIT: object
  /** The user opened the login by e-mail or with a service. */
  EMAIL_LOGIN_SELECTED: object
  /** The user chose a service to log in with. */
  SOCIAL_LOGIN_STARTED: SocialProperties
  /** The login with a service was completed. */
  SOCIAL_LOGIN_SUCCESS: SocialProperties
  /** The user cancelled the login, at the service or here, or left it. */
  SOCIAL_LOGIN_CANCELED: SocialProperties
  /** The login failed; the message is the kind of the error. */
  SOCIAL_LOGIN_ERROR: SocialProperties & WithMessage
  /** The user selected a type for the Ethereum account of the embedded wallet. */
  SET_PREFERRED_ACCOUNT_TYPE: { readonly accountType: AccountType; readonly network: string }

  /** The user opened Send. */
  OPEN_SEND: NetworkProperties
  /** A payment was requested from the wallet. */
  SEND_INITIATED: SendProperties
  /** The payment was submitted; `hash` is that of the transaction. */
  SEND_SUCCESS: SendProperties & { readonly hash: string }
  /** The payment failed. */
  SEND_ERROR: SendProperties & WithMessage
  /** The user rejected the payment in the wallet. */
  SEND_REJECTED: SendProperties & WithMessage

  /** The user opened Swap. */
  OPEN_SWAP: NetworkProperties
  /** The user opened the list of tokens to swap. */
  CLICK_SELECT_TOKEN_TO_SWAP: object
  /** The user opened the list of networks to swap on. */
  CLICK_SELECT_NETWORK_TO_SWAP: object
  /** A swap was requested from the wallet. */
  INITIATE_SWAP: SwapProperties
  /** The swap succeeded, by its receipt; possibly in a later visit, which reads the receipt. */
  SWAP_SUCCESS: SwapProperties
  /** The swap failed. */
  SWAP_ERROR: SwapProperties & WithMessage
  /** The token allowance for the swap failed. */
  SWAP_APPROVAL_ERROR: SwapProperties & WithMessage

  /** The user opened the view to buy tokens. */
  SELECT_BUY_CRYPTO: object
  /** The user selected a provider to buy from. */
  SELECT_BUY_PROVIDER: { readonly provider: string; readonly isSmartAccount: boolean }

  /** The user opened a deposit from an exchange. */
  PAY_MODAL_OPEN: {
    readonly exchanges: readonly { readonly id: string; readonly name: string }[]
    readonly configuration: PayConfiguration
  }
  /** The user selected an exchange. */
  PAY_EXCHANGE_SELECTED: PaymentProperties
  /** The deposit began at the exchange. */
  PAY_INITIATED: PaymentProperties
  /** The deposit arrived, by the chain; possibly in a later visit, which reads it. */
  PAY_SUCCESS: PaymentProperties
  /** The deposit failed. */
  PAY_ERROR: PaymentProperties & WithMessage

  /** The user opened the list of transactions. */
  CLICK_TRANSACTIONS: { readonly isSmartAccount: boolean }
  /** A further page of transactions was loaded. */
  LOAD_MORE_TRANSACTIONS: PageProperties
  /** A page of transactions could not be loaded. */
  ERROR_FETCH_TRANSACTIONS: PageProperties

  /** The user opened the registration of a name. */
  OPEN_ENS_FLOW: { readonly isSmartAccount: boolean }
  /** The registration of a name was requested from the wallet. */
  REGISTER_NAME_INITIATED: NameProperties
  /** The name was registered. */
  REGISTER_NAME_SUCCESS: NameProperties
  /** The name was not registered. */
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
