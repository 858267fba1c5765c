import type * as z from 'zod/mini'
import { chainIdSchema } from '../caip/chain-id.ts'
import { namespaceSchema } from '../caip/namespace.ts'
import { matching, oneOf, optional, strictObject, text } from '../wire-schema.ts'

/** Views that a host may open by `openModal` (the others are reached from inside only). */
export const requestableViewNames = [
  'Connect',
  'Account',
  'ProfileWallets',
  'Networks',
  'AllWallets',
  'WalletSend',
  'Swap',
  'OnRampProviders',
  'ConnectingWalletConnectBasic',
  'WhatIsAWallet',
  'SIWXSignMessage',
] as const

/** Parameters of `openModal`. */
export const openRequestSchema = strictObject({
  view: optional(oneOf(...requestableViewNames)),
  namespace: optional(namespaceSchema),
  /**
   * A pairing of the host's own WalletConnect client to display (SPEC §2 rule 3): a `wc:` URI of version 2, at most 1 kB.
   */
  uri: optional(matching(/^wc:[\da-f]{64}@2\?[!-~]{1,950}$/)),
  /** WalletSend only: prefilled fields; the user still reviews and confirms. */
  amount: optional(text(80)),
  assetAddress: optional(text(128)),
  chainId: optional(chainIdSchema),
  to: optional(text(256)),
})

/** The same as a host writes it: plain text for a chain id. */
export type OpenRequestInput = z.input<typeof openRequestSchema>

export type OpenRequest = z.infer<typeof openRequestSchema>
