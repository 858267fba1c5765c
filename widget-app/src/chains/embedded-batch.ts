import type { ChainId } from '#shared/caip/chain-id.ts'

/**
 * A bundle that our own wallet has sent: the hash of its transaction, or of the user operation by which the operator pays its fee.
 */
export type SentBatch = {
  readonly id: string
  readonly chain: ChainId
  readonly hash: string
  readonly isOperation?: boolean | undefined
  /** Of the transaction: its sender, and its nonce as a quantity. Absent for an operation, and for bundles of earlier versions. */
  readonly account?: string | undefined
  readonly nonce?: string | undefined
}
