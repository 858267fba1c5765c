import * as z from 'zod/mini'
import { chainIdSchema } from '#shared/caip/chain-id.ts'
import { namespaceSchema } from '#shared/caip/namespace.ts'

const walletId = () => z.string().check(z.minLength(1, 'Missing walletId'), z.maxLength(256))
const view = <Name extends string, Shape extends z.core.$ZodShape>(name: Name, params: Shape) =>
  z.strictObject({ name: z.literal(name), ...params })

/** Every view with its parameters (SPEC §2). Parses views from outside: a host, a link, a test. */
export const viewSchema = () =>
  z.discriminatedUnion('name', [
    view('Connect', {}),
    /** The wallet list, if the host puts it behind one button of Connect. */
    view('ConnectWallets', {}),
    /**
     * Requests an installed wallet to connect. Without `handle`, the first announcement of `walletId` is used. `byPage`: the
     * page requested it, so the wallet is requested only after a click.
     */
    view('ConnectingExternal', {
      walletId: walletId(),
      handle: z.optional(z.string()),
      byPage: z.optional(z.literal(true)),
    }),
    /** A multi-chain wallet: the user selects the namespace. `walletId` is its row id. */
    view('ConnectingMultiChain', { walletId: walletId() }),
    /** Pairing over WalletConnect: with a wallet of the catalogue (its row id), or with any wallet that scans the code. */
    view('ConnectingWalletConnect', {
      walletId: z.optional(walletId()),
      namespace: z.optional(namespaceSchema),
    }),
    /** Only the code, if the host controls WalletConnect itself or nothing else connects (SPEC §2 rule 3). */
    view('ConnectingWalletConnectBasic', {}),
    view('WhatIsAWallet', {}),
    view('AllWallets', { search: z.optional(z.string().check(z.maxLength(128))) }),
    /** A wallet of the catalogue that is not installed: where to get it. `walletId` is its row id. */
    view('GetWallet', { walletId: walletId() }),
    view('Account', {}),
    /** The connected wallets of every namespace, to switch between and to disconnect. */
    view('ProfileWallets', {}),
    /** Registers a name for the active account, under the suffix of SPEC §1; then confirms the registration. */
    view('RegisterAccountName', {}),
    view('RegisterAccountNameSuccess', { registered: z.string().check(z.minLength(1), z.maxLength(255)) }),
    /** The smart sessions of the account (ERC-7715); then one of them, by its id. */
    view('SmartSessionList', {}),
    view('SmartSessionSettings', { pci: z.string().check(z.minLength(1), z.maxLength(256)) }),
    /** Outcome of a grant: active, not started by its service, or unknown. */
    view('SmartSessionCreated', { outcome: z.enum(['active', 'not-started', 'unclear']) }),
    view('Networks', {}),
    view('SwitchNetwork', { chainId: chainIdSchema }),
    /** Connected in another namespace, but without an account in the requested one. */
    view('SwitchActiveChain', { namespace: namespaceSchema, chainId: z.optional(chainIdSchema) }),
    view('UnsupportedChain', {}),
    /** The host requires the connected account to sign in (SPEC §4 sign-in flow). */
    view('SIWXSignMessage', {}),
    /** E-mail capture before that, and the code that was sent to the address. */
    view('DataCapture', {}),
    view('DataCaptureOtpConfirm', {}),
    /** All parameters prefill the form; the user still reviews and confirms. */
    view('WalletSend', {
      amount: z.optional(z.string().check(z.maxLength(80))),
      assetAddress: z.optional(z.string().check(z.maxLength(128))),
      namespace: z.optional(namespaceSchema),
      chainId: z.optional(chainIdSchema),
      to: z.optional(z.string().check(z.maxLength(256))),
    }),
    /** The address of the active account, to receive assets. */
    view('WalletReceive', {}),
    view('WalletSendSelectToken', {}),
    /** The camera, to scan a recipient's code. */
    view('WalletSendScan', {}),
    view('WalletSendReview', {}),
    view('Swap', {}),
    view('SwapSelectToken', { side: z.enum(['from', 'to']) }),
    view('SwapPreview', {}),
    /** A deposit from an exchange: the form, the assets it can send, and the status of one order. */
    view('PayWithExchange', {}),
    view('PayWithExchangeSelectAsset', {}),
    view('PayWithExchangeStatus', { id: z.string().check(z.minLength(1), z.maxLength(64)) }),
    /** Onramp providers (SPEC §9: a fee of 1–2 %), amount, currency and asset. */
    view('OnRampProviders', {}),
    view('OnRampAmount', {}),
    view('OnRampFiatSelect', {}),
    view('OnRampTokenSelect', {}),
    /** One purchase, polled until its delivery on the chain. */
    view('BuyInProgress', { id: z.string().check(z.minLength(1), z.maxLength(64)) }),
    /** One transaction of the journal. */
    view('Transaction', { id: z.string().check(z.minLength(1), z.maxLength(64)) }),
    /** One transaction that only the history service lists; `id` is its record's. */
    view('PastTransaction', { id: z.string().check(z.minLength(1), z.maxLength(256)) }),
    /** Review of a wallet request of the host, before it is sent to the wallet; opens by itself (SPEC §2). */
    view('ApproveTransaction', {}),
    /** A bundle of calls that the host has sent (EIP-5792), polled until it is final. */
    view('CallsStatus', { id: z.string().check(z.minLength(1), z.maxLength(4_096)) }),
    /** Stop screen: nothing else is reachable. */
    view('Blocked', { code: z.enum(['APKT002', 'APKT008', 'APKT009', 'APKT010', 'invalid-data']) }),
  ])

export type View = z.output<ReturnType<typeof viewSchema>>
export type ViewName = View['name']
export type ViewOf<Name extends ViewName> = Extract<View, { name: Name }>
