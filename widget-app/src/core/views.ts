import type * as z from 'zod/mini'
import { type ChainId, chainIdSchema } from '#shared/caip/chain-id.ts'
import { namespaceSchema } from '#shared/caip/namespace.ts'
import { prefillFields } from '#shared/config/prefill-fields.ts'
import { socialNames } from '#shared/config/remote-features.ts'
import { custom, oneOf, optional, strictObject, text, type Wire } from '#shared/wire-schema.ts'
import type { En } from '#widget/i18n/en.ts'
import type { ArgumentsOf } from '#widget/lib/i18n/message.ts'
import type { MessageKey, Translate } from '#widget/lib/i18n/translate.ts'

/** What a title may contain. */
type TitleFacts = {
  readonly walletName: (id: string) => string
  readonly networkName: (chainId: ChainId) => string
}

/** Keys of messages without parameters. */
type PlainKey = { [Key in MessageKey]: ArgumentsOf<En[Key]> extends [] ? Key : never }[MessageKey]

/** A title: the key of its message, or a function of the view's parameters. */
type Title<Params> = PlainKey | ((t: Translate, params: Params, facts: TitleFacts) => string)

/** Views that the user passes for one purpose. */
export type Flow = 'connect' | 'sign-in' | 'network' | 'send' | 'swap' | 'onramp' | 'exchange'

type ViewRecord<Params = never> = {
  readonly title: Title<Params>
  /** It shows or uses a connected account: without one, Connect is shown first. */
  readonly needsAccount?: true
  /** The user approves something in it: the host's origin is shown under the title. */
  readonly showsOrigin?: true
  /**
   * It has the font family of the host's theme. A host can name any installed font, including symbol fonts and fonts that
   * swap digits or letters, so every other view has the widget's own font (R13): each in which the user approves something,
   * or that shows the outcome of a transaction.
   */
  readonly themed?: true
  /**
   * The flow that it belongs to. What a flow does when its last view is left, or when it is finished, holds for each of its
   * views: a form is reset, a required sign-in is cancelled, a connection or a switch leads to the view before the flow.
   */
  readonly flow?: Flow
  /** It is part of the initial files; every other view is a file of its own, loaded by `app/views.ts`. */
  readonly eager?: true
}

/* @__NO_SIDE_EFFECTS__ */
const id = (maxLength: number) => text(maxLength, 1)
const walletId = id(256)

/**
 * Parameters of the views that have any (SPEC §2); types derive from them. Only tests and the development page parse them, so
 * no release contains them. Without spread syntax, which a bundler keeps.
 */
const viewParams = {
  ConnectingExternal: strictObject({ walletId, handle: optional(text()), byPage: optional(oneOf(true)) }),
  ConnectingMultiChain: strictObject({ walletId }),
  ConnectingWalletConnect: strictObject({
    walletId: optional(walletId),
    namespace: optional(namespaceSchema),
  }),
  ConnectingSocial: strictObject({
    provider: oneOf(...socialNames),
  }),
  AllWallets: strictObject({ search: optional(text(128)) }),
  GetWallet: strictObject({ walletId }),
  RegisterAccountNameSuccess: strictObject({ registered: id(255) }),
  SmartSessionSettings: strictObject({ pci: id(256) }),
  SmartSessionCreated: strictObject({ outcome: oneOf('starting', 'active', 'not-started', 'unclear') }),
  SwitchNetwork: strictObject({ chainId: chainIdSchema }),
  SwitchActiveChain: strictObject({ namespace: namespaceSchema, chainId: optional(chainIdSchema) }),
  WalletSend: strictObject(prefillFields),
  SwapSelectToken: strictObject({ side: oneOf('from', 'to') }),
  PayWithExchangeStatus: strictObject({ id: id(64) }),
  BuyInProgress: strictObject({ id: id(64) }),
  Transaction: strictObject({ id: id(64) }),
  PastTransaction: strictObject({ id: id(256) }),
  CallsStatus: strictObject({ id: id(4_096) }),
  Blocked: strictObject({ code: oneOf('APKT002', 'APKT008', 'APKT009', 'APKT010', 'invalid-data') }),
} satisfies { readonly [Name in ViewName]?: Wire<object> }

/**
 * One record per view: its title, and what the shell and the opening rules know of it before its file has loaded. The views
 * that a host may open are `requestableViewNames`.
 */
export const views = {
  Connect: { eager: true, showsOrigin: true, themed: true, flow: 'connect', title: 'connect.title' },
  /** The wallet list, if the host puts it behind one button of Connect. */
  ConnectWallets: { eager: true, showsOrigin: true, themed: true, flow: 'connect', title: 'connect.title' },
  /**
   * Requests an installed wallet to connect. Without `handle`, the first announcement of `walletId` is used. `byPage`: the
   * page requested it, so the wallet is requested only after a click.
   */
  ConnectingExternal: {
    showsOrigin: true,
    themed: true,
    flow: 'connect',
    title: (t, params: { walletId: string }, facts) =>
      t('connecting.title', { wallet: facts.walletName(params.walletId) }),
  },
  /** A multi-chain wallet: the user selects the namespace. `walletId` is its row id. */
  ConnectingMultiChain: {
    showsOrigin: true,
    themed: true,
    flow: 'connect',
    title: (t, params: { walletId: string }, facts) =>
      facts.walletName(params.walletId) || t('connect.title'),
  },
  /** Pairing over WalletConnect: with a wallet of the catalogue (its row id), or with any wallet that scans the code. */
  ConnectingWalletConnect: {
    showsOrigin: true,
    themed: true,
    flow: 'connect',
    title: (t, params: { walletId?: string | undefined }, facts) =>
      (params.walletId === undefined ? '' : facts.walletName(params.walletId)) || t('pair.title'),
  },
  /** Only the code, if the host controls WalletConnect itself or nothing else connects (SPEC §2 rule 3). */
  ConnectingWalletConnectBasic: { showsOrigin: true, themed: true, flow: 'connect', title: 'pair.title' },
  WhatIsAWallet: { themed: true, flow: 'connect', title: 'connect.help' },
  AllWallets: { themed: true, flow: 'connect', title: 'wallets.title' },
  /** A wallet of the catalogue that is not installed: where to get it. `walletId` is its row id. */
  GetWallet: {
    themed: true,
    flow: 'connect',
    title: (t, params: { walletId: string }, facts) => {
      const wallet = facts.walletName(params.walletId)
      return wallet === '' ? t('connect.get') : t('get.title', { wallet })
    },
  },
  /** Login by e-mail or with a social account: the address, then the code that was sent to it, then the keys of a new wallet. */
  EmailLogin: { showsOrigin: true, flow: 'connect', title: 'sign-in.title' },
  EmailLoginCode: { showsOrigin: true, flow: 'connect', title: 'code.title' },
  /** Login with the account of another service, in a window; and with Farcaster, by its app on a phone. */
  ConnectingSocial: { showsOrigin: true, flow: 'connect', title: 'sign-in.title' },
  ConnectingFarcaster: { showsOrigin: true, flow: 'connect', title: 'sign-in.title' },
  CreateWallet: { flow: 'connect', title: 'connect.get' },
  /** Replaces the e-mail address of the embedded wallet's user. */
  UpdateEmailWallet: { title: 'change-email.title' },
  /** Logins, ways to restore, devices and activity of the embedded wallet; its end. */
  WalletSettings: { title: 'wallet-settings.title' },
  Account: { needsAccount: true, themed: true, title: 'account.title' },
  /** The connected wallets of every namespace, to switch between and to disconnect. */
  ProfileWallets: { needsAccount: true, themed: true, title: 'profile.title' },
  /** Registers a name for the active account, under the suffix of SPEC §1; then confirms the registration. */
  RegisterAccountName: { needsAccount: true, title: 'register.title' },
  RegisterAccountNameSuccess: { needsAccount: true, title: 'register.title' },
  /** The smart sessions of the account (ERC-7715); then one of them, by its id. */
  SmartSessionList: { needsAccount: true, title: 'sessions.title' },
  SmartSessionSettings: { needsAccount: true, title: 'sessions.one' },
  /** Outcome of a grant: active, not started by its service, or unknown. */
  SmartSessionCreated: { title: 'sessions.one' },
  Networks: { themed: true, flow: 'network', title: 'networks.title' },
  SwitchNetwork: {
    showsOrigin: true,
    flow: 'network',
    title: (t, params: { chainId: ChainId }, facts) =>
      t('switch.title', { network: facts.networkName(params.chainId) }),
  },
  /** Connected in another namespace, but without an account in the requested one. */
  SwitchActiveChain: { flow: 'network', title: 'switch-chain.title' },
  UnsupportedChain: { flow: 'network', title: 'unsupported.title' },
  /** The host requires the connected account to sign in (SPEC §4 sign-in flow). */
  SIWXSignMessage: { showsOrigin: true, flow: 'sign-in', title: 'sign-in.title' },
  /** E-mail capture before that, and the code that was sent to the address. */
  DataCapture: { showsOrigin: true, flow: 'sign-in', title: 'email.title' },
  DataCaptureOtpConfirm: { showsOrigin: true, flow: 'sign-in', title: 'code.title' },
  /** All parameters prefill the form; the user still reviews and confirms. */
  WalletSend: { needsAccount: true, themed: true, flow: 'send', title: 'send.title' },
  /** The address of the active account, to receive assets. */
  WalletReceive: { needsAccount: true, title: 'receive.title' },
  WalletSendSelectToken: { needsAccount: true, themed: true, flow: 'send', title: 'send.select-token' },
  /** The camera, to scan a recipient's code. */
  WalletSendScan: { needsAccount: true, themed: true, flow: 'send', title: 'scan.title' },
  WalletSendReview: { needsAccount: true, showsOrigin: true, flow: 'send', title: 'review.title' },
  Swap: { needsAccount: true, themed: true, flow: 'swap', title: 'swap.title' },
  SwapSelectToken: { needsAccount: true, themed: true, flow: 'swap', title: 'send.select-token' },
  SwapPreview: { needsAccount: true, flow: 'swap', title: 'swap.review' },
  /** A deposit from an exchange: the form, the assets it can send, and the status of one order. */
  PayWithExchange: { needsAccount: true, flow: 'exchange', title: 'exchange.title' },
  PayWithExchangeSelectAsset: {
    needsAccount: true,
    themed: true,
    flow: 'exchange',
    title: 'send.select-token',
  },
  PayWithExchangeStatus: { flow: 'exchange', title: 'exchange.title' },
  /** Onramp providers (SPEC §9: a fee of 1–2 %), amount, currency and asset. */
  OnRampProviders: { needsAccount: true, flow: 'onramp', title: 'buy.providers' },
  OnRampAmount: { needsAccount: true, themed: true, flow: 'onramp', title: 'buy.title' },
  OnRampFiatSelect: { needsAccount: true, themed: true, flow: 'onramp', title: 'buy.currency' },
  OnRampTokenSelect: { needsAccount: true, themed: true, flow: 'onramp', title: 'send.select-token' },
  /** One purchase, polled until its delivery on the chain. */
  BuyInProgress: { title: 'buy.title' },
  /** One transaction of the journal. */
  Transaction: { title: 'transaction.title' },
  /** One transaction that only the history service lists; `id` is its record's. */
  PastTransaction: { needsAccount: true, title: 'transaction.title' },
  /** Review of a wallet request of the host, before it is sent to the wallet; opens by itself (SPEC §2). */
  ApproveTransaction: { showsOrigin: true, title: 'approve.title' },
  /** A bundle of calls that the host has sent (EIP-5792), polled until it is final. */
  CallsStatus: { title: 'calls.title' },
  /** Stop screen: nothing else is reachable. */
  Blocked: { showsOrigin: true, title: 'blocked.title' },
} satisfies { readonly [name: string]: ViewRecord }

type Views = typeof views
export type ViewName = keyof Views

type Params = typeof viewParams
type ParamsOf<Name extends ViewName> = Name extends keyof Params ? z.output<Params[Name]> : object
type Flat<Type> = { [Key in keyof Type]: Type[Key] }

/** A view on screen, with its parameters. */
export type View = { [Name in ViewName]: Flat<{ name: Name } & ParamsOf<Name>> }[ViewName]
export type ViewOf<Name extends ViewName> = Extract<View, { name: Name }>

/** Views in the initial files. */
export type EagerViewName = {
  [Name in ViewName]: Views[Name] extends { readonly eager: true } ? Name : never
}[ViewName]

/** What the shell and the opening rules know of a view, whether its file has loaded or not. */
export const viewRecord = (name: ViewName): ViewRecord => views[name]

export const isEagerView = (view: View): view is ViewOf<EagerViewName> => viewRecord(view.name).eager ?? false

/** The flow of a view. */
export const flowOf = ({ name }: { readonly name: ViewName }): Flow | undefined => viewRecord(name).flow

/** Whether a view has the font family of the host's theme (R13). */
export const isThemed = (name: ViewName): boolean => viewRecord(name).themed ?? false

/** The title of a view. */
export function titleOf<Name extends ViewName>(
  view: ViewOf<Name> & { name: Name },
  t: Translate,
  facts: TitleFacts,
): string {
  const records: { readonly [Each in ViewName]: { readonly title: Title<ViewOf<Each>> } } = views
  const { title }: { readonly title: Title<ViewOf<Name>> } = records[view.name]
  return typeof title === 'string' ? t(title) : title(t, view, facts)
}

const isViewName = (name: string): name is ViewName => Object.hasOwn(views, name)
const hasParams = (name: string): name is keyof Params => Object.hasOwn(viewParams, name)

/** Parses a view from outside, such as the link of the development page. */
export const viewSchema = custom<View>((value) => {
  const { name, ...params }: { readonly [key: string]: unknown } = Object(value)
  if (typeof name !== 'string' || !isViewName(name)) return false
  return (hasParams(name) ? viewParams[name] : strictObject({})).fits(params)
})
