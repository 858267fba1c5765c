import type { ChainId } from '#shared/caip/chain-id.ts'
import type { Fact } from './request-facts.ts'

/** A transaction handed to the chain. `nonce` tells replaced from dropped. */
export type SubmittedTransaction = {
  readonly chain: ChainId
  readonly from: string
  /** Transaction hash; on Solana the first signature, on Polkadot the hash of the extrinsic. */
  readonly hash: string
  readonly nonce: number | undefined
  /** Last block in which it can be taken: Solana's last valid block height, the end of Polkadot's mortal era. */
  readonly expiresAfter?: number
}

/** Where a followed transaction stands; all but the first are final. */
export type TransactionStatus =
  /** `nonce` as soon as the chain tells it: keep it, because a later page needs it to tell replaced from dropped. */
  | { readonly is: 'submitted'; readonly nonce?: number }
  | { readonly is: 'confirmed'; readonly block: bigint; readonly fee: bigint }
  | { readonly is: 'failed'; readonly block: bigint; readonly fee: bigint }
  | { readonly is: 'replaced'; readonly by: string | undefined }
  | { readonly is: 'dropped' }
  /** Its last block has passed without it: it can never be taken any more, and nothing moved. */
  | { readonly is: 'expired' }

/**
 * What the chain says of a transfer after the wallet answered (channel D8). `unverifiable`: our node does not show the
 * transaction (yet), or an account contract sent it through another account. `added`: the account made what was asked, and
 * other calls that the wallet added, such as the fee of a paymaster, or handed the account over (EIP-7702).
 */
export type SentVerdict = 'verified' | 'unverifiable' | 'added'

/** How a sent transaction compares, and the rights in it that no request named. */
export type SentVerification = { readonly verdict: SentVerdict; readonly added: readonly Fact[] }

/**
 * How the comparison of a wallet's answer with what was asked ended (channel D8). `unverified`: it could not be compared;
 * `hash` is what the user can look up, and without one the explorer's page of `account`. `isAdded`: what was asked was
 * made, and other calls beside it; `added` names what of that is a right.
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
