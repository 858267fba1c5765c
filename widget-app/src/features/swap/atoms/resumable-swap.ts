import { toDisplayedAmount } from '#shared/amount/displayed-amount.ts'
import { formatForInput, formatWhole } from '#shared/amount/format-amount.ts'
import type { ChainId } from '#shared/caip/chain-id.ts'
import { localeAtom } from '#widget/core/locale.ts'
import { portsAtom } from '#widget/core/ports.ts'
import {
  documentIdAtom,
  journalAtom,
  watchPendingTransactionsAtom,
} from '#widget/domain/transactions/journal.ts'
import { isSettled, isWatched, type TransactionEntry } from '#widget/domain/transactions/transaction-entry.ts'
import { atom } from '#widget/lib/state.ts'
import { keyOf } from '../draft.ts'
import { draftAtom, swapperAtom } from './draft.ts'

/** How long an interrupted swap is reported, in milliseconds: a day. */
const reportedForMs = 24 * 60 * 60 * 1_000

/**
 * The result of an earlier document: an unused, pending or unknown approval; or a swap that is pending, unknown, or ended
 * without being shown.
 */
export type ResumableSwap = {
  readonly is:
    | 'reset'
    | 'approved'
    | 'approving'
    | 'approval-unknown'
    | 'swapping'
    | 'swap-unknown'
    | 'swap-ended'
  readonly entry: TransactionEntry
}

function approvalStatus({ state, value }: TransactionEntry): ResumableSwap['is'] | undefined {
  const isReset = value === 0n
  if (state.is === 'confirmed') return isReset ? 'reset' : 'approved'
  // A revocation moves nothing, whatever its outcome.
  if (isReset) return undefined
  if (state.is === 'submitted') return 'approving'
  return state.is === 'unknown' ? 'approval-unknown' : undefined
}

function swapStatus(
  { state, isTold, page }: TransactionEntry,
  currentPage: string,
): ResumableSwap['is'] | undefined {
  if (isWatched(state)) return 'swapping'
  if (state.is === 'unknown') return 'swap-unknown'
  return isTold || page === currentPage || !isSettled(state) || state.is === 'rejected'
    ? undefined
    : 'swap-ended'
}

type CurrentDocument = {
  readonly chain: ChainId
  readonly account: string
  readonly now: number
  readonly page: string
}

/**
 * The resumable state of an account's latest swap on a chain; undefined once its end was acknowledged. The journal is latest
 * first.
 */
function findResumable(
  journal: readonly TransactionEntry[],
  { chain, account, now, page }: CurrentDocument,
): ResumableSwap | undefined {
  const entry = journal.find(
    ({ purpose, asset, from }) =>
      purpose !== undefined && asset.chain === chain && from.toLowerCase() === account.toLowerCase(),
  )
  if (!entry || now - entry.at > reportedForMs) return undefined
  const is = entry.purpose?.is === 'swap' ? swapStatus(entry, page) : approvalStatus(entry)
  return is && { is, entry }
}

/** The resumable swap of the active account, with its texts; mounted by the form, which watches it. */
export const resumableSwapAtom = atom(
  (get) => {
    const swapper = get(swapperAtom)
    if (!swapper) return undefined
    const { chain, accounts } = swapper
    const found = findResumable(get(journalAtom), {
      chain,
      account: accounts[0],
      now: get(portsAtom).clock.now(),
      page: get(documentIdAtom),
    })
    if (!found) return undefined
    const { asset, value, walletName } = found.entry
    const amount = `${formatWhole(toDisplayedAmount(value, asset), asset.decimals, get(localeAtom))} ${asset.symbol}`
    return { ...found, amount, wallet: walletName }
  },
  (_get, set) => void set(watchPendingTransactionsAtom),
)
resumableSwapAtom.onMount = (watch) => watch()

/** Fills in the form with the swap of an approval. */
export const resumeSwapAtom = atom(null, (get, set, { asset, value, purpose }: TransactionEntry) => {
  const gets = purpose?.is === 'approval' ? purpose.gets : undefined
  const text =
    value === 0n ? '' : formatForInput(toDisplayedAmount(value, asset), asset.decimals, get(localeAtom))
  set(draftAtom, {
    from: keyOf(asset.address),
    to: gets && keyOf(gets.address),
    amount: { is: 'typed', text },
  })
})
