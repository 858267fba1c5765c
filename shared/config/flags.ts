import { flag, madeAnew, openObject, optional } from '../bounded.ts'

/** Feature flags a host may set, with the local defaults of SPEC §3. */
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
  reownAuthentication: false,
  /** Remote in SPEC §3, where it is off too. */
  multiWallet: false,
} as const

/** Schema of the host's `features`. Unknown names are ignored, so that newer hosts work with this widget. */
export const flagsSchema = madeAnew(() => {
  const wish = optional(flag)
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
    reownAuthentication: wish,
    multiWallet: wish,
  })
})

export type Flags = { readonly [Name in keyof typeof flagDefaults]: boolean }
