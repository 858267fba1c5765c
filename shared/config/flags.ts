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
  const wish = optional(flag)
  const choice = optional(anyOf(flag, listOf(text(64), 32)))
  return openObject({
    receive: wish,
    send: wish,
    emailShowWallets: wish,
    analytics: wish,
    allWallets: wish,
    legalCheckbox: wish,
    smartSessions: wish,
    collapseWallets: wish,
    pay: wish,
    swaps: choice,
    onramp: choice,
    email: wish,
    socials: choice,
    activity: wish,
    branding: wish,
    multiWallet: wish,
    emailCapture: choice,
    payWithExchange: wish,
    payments: wish,
    reownAuthentication: wish,
  })
})

export type Flags = { readonly [Name in keyof typeof flagDefaults]: boolean }
