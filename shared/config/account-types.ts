import type * as z from 'zod/mini'
import { oneOf, openObject, optional } from '../wire-schema.ts'

/** How an account of the embedded wallet is used (SPEC §3): without code, or with that of its account contract. */
export const accountTypeSchema = oneOf('eoa', 'smartAccount')
export type AccountType = z.infer<typeof accountTypeSchema>

/** The type of new users' accounts by namespace. Only accounts of EVM chains have two: other members have no effect. */
export const defaultAccountTypesSchema = () =>
  openObject({
    /** Ethereum accounts; `smartAccount` by default. Accounts on Solana and Polkadot are always `eoa`. */
    eip155: optional(accountTypeSchema),
  })
