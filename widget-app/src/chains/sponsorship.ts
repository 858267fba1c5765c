import type { SponsorshipMethod } from '#shared/api/embedded-sponsorship.ts'
import type { ChainId } from '#shared/caip/chain-id.ts'

/** A user operation (ERC-4337) of our own wallet that was signed for a bundler. */
export type SponsoredOperation = {
  /** Its hash, by which the EntryPoint's events name it. */
  readonly hash: string
  readonly chain: ChainId
  readonly account: string
  /** Its nonce at the EntryPoint, in hex: of several operations with one nonce at most one is executed. */
  readonly nonce: string
  /** Number of the latest block before it was sent, in hex. */
  readonly since: string
}

/**
 * What became of a user operation. `open`: its nonce is not used, so that it may still be executed; `dropped`: the same, and the
 * bundler no longer knows it. The chain decides between the others: `included`, `reverted` (the nonce is used, none of its calls
 * remains) and `replaced` (another operation used its nonce, so that it is never executed).
 */
export type OperationState =
  | { readonly is: 'open' | 'dropped' | 'replaced' }
  | { readonly is: 'included' | 'reverted'; readonly transaction: string }

/** An operation that may still be executed. */
export type OpenOperation = SponsoredOperation & { readonly isDropped: boolean }

/** Fees that the operator pays for smart accounts of our own wallet. */
export type SponsorPort = {
  /** Who pays, as the deployment names it; undefined: the user pays on this chain. */
  readonly nameOf: (chain: ChainId) => string | undefined
  /**
   * Calls the operator's bundler or paymaster service; the result is unparsed.
   * @throws ProviderRpcError of the service; WidgetError `http/*`.
   */
  readonly call: (
    chain: ChainId,
    method: SponsorshipMethod,
    params: readonly unknown[],
    signal?: AbortSignal,
  ) => Promise<unknown>
  /**
   * Operations of an account that the chain has not decided yet, latest first; also those of former documents, and none that the user
   * has dismissed.
   */
  readonly open: (account: string, chain: ChainId) => readonly OpenOperation[]
  /** Stores a state. An operation is stored as `open` before it is sent, so that a reload loses none. */
  readonly store: (operation: SponsoredOperation, state: OperationState) => void
  /** Removes an operation that the bundler certainly did not take. */
  readonly remove: (operation: SponsoredOperation) => void
}
