import type { AssetBalance } from '#widget/kernel/balances.ts'
import type { TransactionEntry } from '#widget/kernel/transaction-entry.ts'

/** How many transactions the Account view shows. */
const recentTransactionCount = 3

/** The native balance, and the tokens somebody has something of. */
export type Holdings = {
  readonly native: AssetBalance | undefined
  readonly tokens: readonly AssetBalance[]
}

/** Splits balances for the Account view. */
export const holdingsOf = (balances: readonly AssetBalance[]): Holdings => ({
  native: balances.find(({ asset }) => asset.address === undefined),
  tokens: balances.filter(({ asset, value }) => asset.address !== undefined && value > 0n),
})

/** The latest transactions of an account, on any network; addresses differ in case only by their checksum. */
export const recentOf = (
  journal: readonly TransactionEntry[],
  address: string,
): readonly TransactionEntry[] =>
  journal.filter(({ from }) => from.toLowerCase() === address.toLowerCase()).slice(0, recentTransactionCount)
