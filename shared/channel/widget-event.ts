import { custom, nonEmptyText, openObject, optional, text } from '../bounded.ts'

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
/** Pages of transactions: the only events with a wallet's address, as the field has them. */
type OfPage = {
  readonly address: string
  readonly projectId: string
  /** Of the page; absent for the first one. */
  readonly cursor: string | undefined
  readonly isSmartAccount: boolean
}
type OfName = { readonly isSmartAccount: boolean; readonly ensName: string }

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

  CLICK_ALL_WALLETS: object
  CLICK_WALLET_HELP: object
  GET_WALLET: { readonly name: string; readonly type: string }
  SELECT_WALLET: { readonly name: string; readonly platform: ConnectMethod; readonly view: string }

  CONNECT_SUCCESS: {
    readonly method: ConnectMethod
    readonly name: string
    /** Brought back from the last visit. */
    readonly reconnect: boolean
    readonly view: string
  }
  CONNECT_ERROR: WithMessage
  USER_REJECTED: WithMessage
  /** The namespace, or `all` when nothing is connected any more. */
  DISCONNECT_SUCCESS: { readonly namespace: string }

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

  OPEN_SEND: OfNetwork
  SEND_INITIATED: OfSend
  SEND_SUCCESS: OfSend & { readonly hash: string }
  SEND_ERROR: OfSend & WithMessage
  SEND_REJECTED: OfSend & WithMessage

  OPEN_SWAP: OfNetwork
  CLICK_SELECT_TOKEN_TO_SWAP: object
  INITIATE_SWAP: OfSwap
  /** By the receipt, in the visit that began it. */
  SWAP_SUCCESS: OfSwap
  SWAP_ERROR: OfSwap & WithMessage
  SWAP_APPROVAL_ERROR: OfSwap & WithMessage

  CLICK_TRANSACTIONS: { readonly isSmartAccount: boolean }
  LOAD_MORE_TRANSACTIONS: OfPage
  ERROR_FETCH_TRANSACTIONS: OfPage

  OPEN_ENS_FLOW: { readonly isSmartAccount: boolean }
  REGISTER_NAME_INITIATED: OfName
  REGISTER_NAME_SUCCESS: OfName
  REGISTER_NAME_ERROR: OfName & { readonly error: string }
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
