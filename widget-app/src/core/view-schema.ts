import * as z from 'zod/mini'
import { chainIdSchema } from '#shared/caip/chain-id.ts'
import { namespaceSchema } from '#shared/caip/namespace.ts'

const walletId = () => z.string().check(z.minLength(1, 'Missing walletId'), z.maxLength(256))
const view = <Name extends string, Shape extends z.core.$ZodShape>(name: Name, params: Shape) =>
  z.strictObject({ name: z.literal(name), ...params })

/** Every view with its parameters (SPEC §2). Parsed where a view comes from outside: a host, a link, a test. */
export const viewSchema = () =>
  z.discriminatedUnion('name', [
    view('Connect', {}),
    /** The wallets, where the host wants them behind one button of Connect. */
    view('ConnectWallets', {}),
    /**
     * Asks an installed wallet to connect. Without `handle` the first announcement of `walletId` is meant. `byPage`: the
     * page wants it, so the wallet is asked after a press only.
     */
    view('ConnectingExternal', {
      walletId: walletId(),
      handle: z.optional(z.string()),
      byPage: z.optional(z.literal(true)),
    }),
    /** A wallet of several ecosystems: which one to connect. `walletId` is its row id. */
    view('ConnectingMultiChain', { walletId: walletId() }),
    /** Pairing over WalletConnect: with a wallet of the catalogue (its row id), or with whichever scans the code. */
    view('ConnectingWalletConnect', {
      walletId: z.optional(walletId()),
      namespace: z.optional(namespaceSchema),
    }),
    /** The code alone, where the host controls WalletConnect itself or nothing else connects (SPEC §2 rule 3). */
    view('ConnectingWalletConnectBasic', {}),
    view('WhatIsAWallet', {}),
    view('AllWallets', { search: z.optional(z.string().check(z.maxLength(128))) }),
    /** A wallet of the catalogue which is not installed here: where to get it. `walletId` is its row id. */
    view('GetWallet', { walletId: walletId() }),
    view('Account', {}),
    /** The connected wallets of every ecosystem, to switch between and to disconnect. */
    view('ProfileWallets', {}),
    /** A name for the account in use, under the suffix of SPEC §1; then that it is registered. */
    view('RegisterAccountName', {}),
    view('RegisterAccountNameSuccess', { registered: z.string().check(z.minLength(1), z.maxLength(255)) }),
    /** Who may act for the account without asking again (ERC-7715); then one of them, by its id. */
    view('SmartSessionList', {}),
    view('SmartSessionSettings', { pci: z.string().check(z.minLength(1), z.maxLength(256)) }),
    /** What became of a grant: in force, refused by its service, or not known. */
    view('SmartSessionCreated', { outcome: z.enum(['active', 'not-started', 'unclear']) }),
    view('Networks', {}),
    view('SwitchNetwork', { chainId: chainIdSchema }),
    /** Connected elsewhere, but no account in the asked namespace. */
    view('SwitchActiveChain', { namespace: namespaceSchema, chainId: z.optional(chainIdSchema) }),
    view('UnsupportedChain', {}),
    /** The site asks the connected account to sign in (SPEC §4 sign-in flow). */
    view('SIWXSignMessage', {}),
    /** An e-mail address before that, and the code which was sent to it. */
    view('DataCapture', {}),
    view('DataCaptureOtpConfirm', {}),
    /** All parameters prefill the form; the person still reviews and confirms. */
    view('WalletSend', {
      amount: z.optional(z.string().check(z.maxLength(80))),
      assetAddress: z.optional(z.string().check(z.maxLength(128))),
      namespace: z.optional(namespaceSchema),
      chainId: z.optional(chainIdSchema),
      to: z.optional(z.string().check(z.maxLength(256))),
    }),
    /** The address of the account in use, for others to send to. */
    view('WalletReceive', {}),
    view('WalletSendSelectToken', {}),
    /** The camera, for the code of a recipient. */
    view('WalletSendScan', {}),
    view('WalletSendReview', {}),
    view('Swap', {}),
    view('SwapSelectToken', { side: z.enum(['from', 'to']) }),
    view('SwapPreview', {}),
    /** A deposit from an exchange: the form, what it can send, and what became of one order. */
    view('PayWithExchange', {}),
    view('PayWithExchangeSelectAsset', {}),
    view('PayWithExchangeStatus', { id: z.string().check(z.minLength(1), z.maxLength(64)) }),
    /** Who sells for money (SPEC §9: a fee of 1–2 %), how much, in which currency and of what. */
    view('OnRampProviders', {}),
    view('OnRampAmount', {}),
    view('OnRampFiatSelect', {}),
    view('OnRampTokenSelect', {}),
    /** One purchase, followed to the chain. */
    view('BuyInProgress', { id: z.string().check(z.minLength(1), z.maxLength(64)) }),
    /** One transaction of the journal. */
    view('Transaction', { id: z.string().check(z.minLength(1), z.maxLength(64)) }),
    /** One transaction that only the history service tells of; `id` is its record's. */
    view('PastTransaction', { id: z.string().check(z.minLength(1), z.maxLength(256)) }),
    /** What a site asks the wallet to sign, before the wallet is asked; it opens by itself (SPEC §2). */
    view('ApproveTransaction', {}),
    /** A bundle of calls that the site has sent (EIP-5792), followed to its end. */
    view('CallsStatus', { id: z.string().check(z.minLength(1), z.maxLength(4_096)) }),
    /** Stop screen: nothing else is reachable. */
    view('Blocked', { code: z.enum(['APKT002', 'APKT008', 'APKT009', 'APKT010', 'invalid-data']) }),
  ])

export type View = z.output<ReturnType<typeof viewSchema>>
export type ViewName = View['name']
export type ViewOf<Name extends ViewName> = Extract<View, { name: Name }>
