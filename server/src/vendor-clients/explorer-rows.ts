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

/** What one of an explorer's lists says of one transaction. An account has a transaction in several lists. */
export type ExplorerRow =
  | (Common & {
      readonly is: 'transaction'
      /** Place in its block. */
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
  /** A transfer of an ERC-20; its amount is absent where the explorer does not know value or decimals. */
  | (Common & {
      readonly is: 'token'
      readonly amount: { readonly value: bigint; readonly token: ExplorerToken } | undefined
    })
  /** Coins that a contract moved, in wei, above zero. */
  | (Common & { readonly is: 'coins'; readonly value: bigint })

/** A place in a list: its block, and what it says, if that is of interest. */
export type ListedRow = { readonly block: number; readonly row: ExplorerRow | undefined }

/** What was read of one list: all rows of the blocks from `completeFrom` on, and perhaps others. */
export type ReadList = { readonly rows: readonly ListedRow[]; readonly completeFrom: number }

/**
 * The rows of the blocks that were read completely from every list: only they have all of their transactions' transfers. The
 * first block of them is `bottom`, 0 at the end.
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

/** Whether the rows are newest first, without which nothing follows from the last of them. */
export const isNewestFirst = (rows: readonly ListedRow[]): boolean =>
  rows.every(({ block }, at) => at === 0 || block <= (rows[at - 1]?.block ?? block))
