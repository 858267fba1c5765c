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
    receive: optionalFlag,
    send: optionalFlag,
    emailShowWallets: optionalFlag,
    analytics: optionalFlag,
    allWallets: optionalFlag,
    legalCheckbox: optionalFlag,
    smartSessions: optionalFlag,
    collapseWallets: optionalFlag,
    pay: optionalFlag,
    swaps: optionalChoice,
    onramp: optionalChoice,
    email: optionalFlag,
    socials: optionalChoice,
    activity: optionalFlag,
    branding: optionalFlag,
    multiWallet: optionalFlag,
    emailCapture: optionalChoice,
    payWithExchange: optionalFlag,
    payments: optionalFlag,
    reownAuthentication: optionalFlag,
  })
})

export type Flags = { readonly [Name in keyof typeof flagDefaults]: boolean }
