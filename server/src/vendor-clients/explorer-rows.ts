import type { Address } from 'viem'

/** A token as an explorer or a token list describes it. */
export type ExplorerToken = {
  readonly address: Address
  readonly name: string
  readonly symbol: string
  readonly decimals: number
  readonly iconUrl?: string
}

type Common = {
  readonly hash: string
  readonly block: number
  /** Epoch milliseconds. */
  readonly minedAtMs: number
  readonly from: Address
  /** Absent where a contract is created. */
  readonly to: Address | undefined
}

/** One row of an explorer's lists. A transaction of an account has rows in several lists. */
export type ExplorerRow =
  | (Common & {
      readonly is: 'transaction'
      /** Index in its block. */
      readonly index: number | undefined
      /** Wei. */
      readonly value: bigint
      readonly nonce: number
      readonly status: 'confirmed' | 'failed' | 'pending'
      /** The address of the contract that it creates. */
      readonly created: Address | undefined
      /** `0x` and hex digits. */
      readonly input: string
    })
  /** A transfer of an ERC-20; `amount` is absent if the explorer reports no value or decimals. */
  | (Common & {
      readonly is: 'token'
      readonly amount: { readonly value: bigint; readonly token: ExplorerToken } | undefined
    })
  /** Native currency that a contract transferred, in wei, above zero. */
  | (Common & { readonly is: 'coins'; readonly value: bigint })

/** A row of a list: its block, and its content if it is relevant. */
export type ListedRow = { readonly block: number; readonly row: ExplorerRow | undefined }

/** The part of a list that was read: all rows of the blocks from `completeFrom` on, and perhaps others. */
export type ReadList = { readonly rows: readonly ListedRow[]; readonly completeFrom: number }

/**
 * The rows of the blocks that were read completely from every list: only these have all transfers of their transactions.
 * `bottom` is the first of these blocks, 0 at the end.
 */
export function completeRows(lists: readonly ReadList[]): {
  readonly rows: readonly ExplorerRow[]
  readonly bottom: number
} {
  const bottom = Math.max(0, ...lists.map(({ completeFrom }) => completeFrom))
  const rows = lists.flatMap((list) =>
    list.rows.flatMap(({ block, row }) => (row !== undefined && block >= bottom ? [row] : [])),
  )
  return { rows, bottom }
}

/** True if the rows are newest first; otherwise the last row says nothing about the rest. */
export const isNewestFirst = (rows: readonly ListedRow[]): boolean =>
  rows.every(({ block }, at) => at === 0 || block <= (rows[at - 1]?.block ?? block))
