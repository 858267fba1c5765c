import { anyOf, flag, freshCopy, listOf, openObject, optional, text } from '../wire-schema.ts'

/** Features that the host alone decides, with the local defaults of SPEC §3; the others are in `remote-features.ts`. */
export const flagDefaults = {
  receive: true,
  send: true,
  emailShowWallets: true,
  analytics: true,
  allWallets: true,
  legalCheckbox: false,
  smartSessions: false,
  collapseWallets: false,
  pay: false,
} as const

/**
 * Schema of the host's `features`. Unknown names are ignored, so that newer hosts work with this widget. Those of
 * `remote-features.ts` are overrides: the project's settings win.
 */
export const flagsSchema = freshCopy(() => {
  const optionalFlag = optional(flag)
  const optionalChoice = optional(anyOf(flag, listOf(text(64), 32)))
  return openObject({
    /** Receive in the account view; on by default. */
    receive: optionalFlag,
    /** Send in the account view and the view `WalletSend`; on by default. */
    send: optionalFlag,
    /** Lists wallets in Connect; if off, the list is behind a button. On by default. */
    emailShowWallets: optionalFlag,
    /** Sends events to the operator's analytics, if the user consented; on by default. */
    analytics: optionalFlag,
    /** The searchable list of all wallets; on by default. */
    allWallets: optionalFlag,
    /**
     * Requires the user to accept `termsConditionsUrl` and `privacyPolicyUrl` before selecting a wallet; off by default.
     */
    legalCheckbox: optionalFlag,
    /** Accepts `wallet_grantPermissions`, and lists sessions in the account view; off by default. */
    smartSessions: optionalFlag,
    /** Shows the list of wallets in Connect behind a button; off by default. */
    collapseWallets: optionalFlag,
    /** Accepted for compatibility with AppKit; it has no view. */
    pay: optionalFlag,
    /** Swap, or the ids of its providers; `['1inch']` by default. The project's settings override it. */
    swaps: optionalChoice,
    /** Buying tokens, or the ids of its providers; `['meld']` by default. The project's settings override it. */
    onramp: optionalChoice,
    /** Accepted for compatibility with AppKit; it has no view. */
    email: optionalFlag,
    /** Accepted for compatibility with AppKit; it has no view. */
    socials: optionalChoice,
    /** The list of transactions; on by default. The project's settings override it. */
    activity: optionalFlag,
    /** Accepted for compatibility with AppKit; it has no view. */
    branding: optionalFlag,
    /** Several connected wallets per ecosystem; off by default. The project's settings override it. */
    multiWallet: optionalFlag,
    /**
     * Requests an e-mail address before a hosted sign-in; `['required']`: it cannot be skipped. Off by default. `siwx.email` and
     * the project's settings override it.
     */
    emailCapture: optionalChoice,
    /** Deposits from an exchange; off by default. The project's settings override it. */
    payWithExchange: optionalFlag,
    /** Accepted for compatibility with AppKit; it has no view. */
    payments: optionalFlag,
    /** Accepted for compatibility with AppKit; use `siwx.mode: 'hosted'`. */
    reownAuthentication: optionalFlag,
  })
})

export type Flags = { readonly [Name in keyof typeof flagDefaults]: boolean }
