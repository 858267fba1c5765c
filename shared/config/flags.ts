import * as z from 'zod/mini'

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
} as const

const flag = z.optional(z.boolean())

/** Schema of the host's `features`. Unknown names are ignored, so that newer hosts work with this widget. */
export const flagsSchema = z.object({
  receive: flag,
  send: flag,
  emailShowWallets: flag,
  analytics: flag,
  allWallets: flag,
  legalCheckbox: flag,
  smartSessions: flag,
  collapseWallets: flag,
  pay: flag,
  reownAuthentication: flag,
})

export type Flags = { readonly [Name in keyof typeof flagDefaults]: boolean }
