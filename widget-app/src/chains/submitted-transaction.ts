import type { ChainId } from '#shared/caip/chain-id.ts'
import type { Fact } from './request-facts.ts'

/** A submitted transaction. `nonce` distinguishes replaced from dropped. */
export type SubmittedTransaction = {
  readonly chain: ChainId
  readonly from: string
  /** Transaction hash; on Solana the first signature, on Polkadot the hash of the extrinsic. */
  readonly hash: string
  readonly nonce: number | undefined
  /** Last block in which it can be included: Solana's last valid block height, the end of Polkadot's mortal era. */
  readonly expiresAfter?: number
}

/** Status of a watched transaction; all but the first are final. */
export type TransactionStatus =
  /** `nonce` as soon as the chain reports it. Store it: a later document needs it to distinguish replaced from dropped. */
  | { readonly is: 'submitted'; readonly nonce?: number }
  | { readonly is: 'confirmed'; readonly block: bigint; readonly fee: bigint }
  | { readonly is: 'failed'; readonly block: bigint; readonly fee: bigint }
  | { readonly is: 'replaced'; readonly by: string | undefined }
  | { readonly is: 'dropped' }
  /** Its last valid block has passed without it: it can no longer be included, and nothing moved. */
  | { readonly is: 'expired' }

/**
 * Verdict of a transfer on the chain after the wallet responded (channel D8). `unverifiable`: the node does not show the
 * transaction (yet), or an account contract sent it through another account. `added`: the account executed the request, and
 * other calls that the wallet added, such as the fee of a paymaster, or a delegation of the account (EIP-7702).
 */
export type SentVerdict = 'verified' | 'unverifiable' | 'added'

/** The verdict of a sent transaction, and the authorities in it that no request named. */
export type SentVerification = { readonly verdict: SentVerdict; readonly added: readonly Fact[] }

/**
 * Verdict of a wallet's response (channel D8). `unverified`: it could not be compared; `hash` is what the user can look up,
 * and without one the explorer's page of `account`. `isAdded`: the request was executed together with other calls; `added`
 * lists the authorities among those.
 */
export type ResponseVerdict =
  | { readonly is: 'verified' }
  | { readonly is: 'mismatch' }
  | {
      readonly is: 'unverified'
      readonly hash?: string | undefined
      readonly account?: string | undefined
      readonly isAdded?: boolean
      readonly added?: readonly Fact[]
    }
