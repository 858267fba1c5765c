import type * as z from 'zod/mini'
import { matching, oneOf, optional, strictObject } from '../wire-schema.ts'
import { prefillFields } from './prefill-fields.ts'

/** Views that a host may open by `openModal` (the others are reached from inside only). */
export const requestableViewNames = [
  /** The wallets to connect. */
  'Connect',
  /** Balances, activity and the actions of the connected account. */
  'Account',
  /** The connected wallets and their accounts. */
  'ProfileWallets',
  /** The networks of the site. */
  'Networks',
  /** All wallets, with a search. */
  'AllWallets',
  /** A payment, filled in with `to`, `amount`, `assetAddress` and `chainId`; the user still reviews it. */
  'WalletSend',
  /** A swap, where the feature `swaps` is on. */
  'Swap',
  /** Buying tokens, where the feature `onramp` is on; for Ethereum and Solana accounts. */
  'OnRampProviders',
  /** A code to connect a mobile wallet. */
  'ConnectingWalletConnectBasic',
  /** An explanation of wallets. */
  'WhatIsAWallet',
  /** The sign-in message, with the option `siwx`. */
  'SIWXSignMessage',
] as const

/** Parameters of `openModal`. */
export const openRequestSchema = strictObject({
  /** The view to show; by default the account, or Connect if none is connected. */
  view: optional(oneOf(...requestableViewNames)),
  ...prefillFields,
  /**
   * A pairing of the host's own WalletConnect client to display (SPEC §2 rule 3): a `wc:` URI of version 2, at most 1 kB.
   */
  uri: optional(matching(/^wc:[\da-f]{64}@2\?[!-~]{1,950}$/)),
})

/** The same as a host writes it: plain text for a chain id. */
export type OpenRequestInput = z.input<typeof openRequestSchema>

export type OpenRequest = z.infer<typeof openRequestSchema>
