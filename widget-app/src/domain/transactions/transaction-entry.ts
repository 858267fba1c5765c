import { pendingTransactionLimit } from '#shared/config/limits.ts'
import * as z from '#shared/zod.ts'
import type { SubmittedTransaction, TransactionStatus } from '#widget/chains/chain-adapter.ts'
import { assetSchema, shortText } from '#widget/domain/balances/asset-schema.ts'
import { bigintText } from '#widget/lib/text/bigint-schema.ts'

const hash = () => z.string().check(z.minLength(1), z.maxLength(256))

/** What identifies a transaction on its chain. */
const transactionFields = () => ({
  hash: hash(),
  nonce: z.optional(z.number()),
  expiresAfter: z.optional(z.number()),
})

/**
 * State of a transaction. The first is stored before the request to the wallet, with `signed` once the wallet has signed and
 * the widget is about to submit; `bundled` and `submitted` are watched.
 */
const stateSchema = () =>
  z.discriminatedUnion('is', [
    z.object({ is: z.literal('signing'), signed: z.optional(z.object(transactionFields())) }),
    /** The wallet has accepted it in a bundle of calls (EIP-5792), and has reported no transaction yet. */
    z.object({ is: z.literal('bundled'), bundle: z.string().check(z.minLength(1), z.maxLength(4_096)) }),
    z.object({ is: z.literal('submitted'), ...transactionFields() }),
    z.object({
      is: z.literal('confirmed'),
      hash: hash(),
      block: bigintText(),
      fee: bigintText(),
      /** Reading the received amount failed. */
      isUnread: z.optional(z.literal(true)),
    }),
    z.object({ is: z.literal('failed'), hash: hash(), block: bigintText(), fee: bigintText() }),
    z.object({ is: z.literal('replaced'), hash: hash(), by: z.optional(hash()) }),
    z.object({ is: z.literal('dropped'), hash: hash() }),
    z.object({ is: z.literal('expired'), hash: hash() }),
    z.object({ is: z.literal('rejected') }),
    /** The document was closed while the wallet prompted, or the wallet returned no usable result. */
    z.object({ is: z.literal('unknown'), hash: z.optional(hash()) }),
  ])

/**
 * Purpose of a transaction that is no transfer. `approval`: `to` is allowed the amount, to swap it for `gets`. `swap`: the
 * amount was sent for at least `atLeast` of another asset; `quoted` is the quoted amount, `received` the received one, once
 * the chain has shown it.
 */
const purposeSchema = () =>
  z.discriminatedUnion('is', [
    z.object({ is: z.literal('approval'), gets: z.optional(assetSchema()) }),
    z.object({
      is: z.literal('swap'),
      gets: assetSchema(),
      atLeast: bigintText(),
      quoted: z.optional(bigintText()),
      received: z.optional(bigintText()),
    }),
  ])

/** Longer calls are not stored: their transaction is verified while its document lives, and unverified after that. */
const storedCallsMaxLength = 8_192
const storedCallsMaxCount = 8

/**
 * The calls that were requested from the wallet, to verify them in a later document too. `value` in base units of the native
 * currency, `data` as in `ContractCall`.
 */
const requestedCallsSchema = () =>
  z.object({
    /** They were requested as one bundle (EIP-5792). */
    isBundle: z.boolean(),
    calls: z
      .array(
        z.object({
          to: shortText(),
          value: bigintText(),
          data: z.string().check(z.maxLength(storedCallsMaxLength)),
        }),
      )
      .check(z.minLength(1), z.maxLength(storedCallsMaxCount)),
  })

const entryVerdicts = ['not-compared', 'verified', 'checking', 'unverified', 'added', 'mismatch'] as const

/**
 * The verdict on a transaction against its request (channel D8). `not-compared`: not verified yet, also for entries of older
 * versions without the field; `verified`: the same; `checking`: unverifiable so far, and verified again while its document
 * lives; `unverified`: could not be verified; `added`: the wallet made other calls too.
 */
const verdictSchema = () => z.catch(z.enum(entryVerdicts), 'not-compared')

/** One transaction that this widget requested from a wallet. Amounts in base units, times in epoch milliseconds. */
export const transactionEntrySchema = () =>
  z.object({
    id: z.string().check(z.minLength(1), z.maxLength(64)),
    at: z.number(),
    updatedAt: z.number(),
    /** Document that requested it: a `signing` entry of another one has lost its result. */
    page: shortText(),
    walletId: shortText(),
    walletName: shortText(),
    from: shortText(),
    to: shortText(),
    asset: assetSchema(),
    value: bigintText(),
    /** Undefined for a transfer. */
    purpose: z.optional(purposeSchema()),
    /** The received amount of a token transfer, once the chain has shown it. */
    arrived: z.optional(bigintText()),
    state: stateSchema(),
    check: verdictSchema(),
    /** Undefined for a transfer, for entries of older versions, for long calls, and once it was verified. */
    asked: z.catch(z.optional(requestedCallsSchema()), undefined),
    /** Its end was shown, or the user dismissed it. */
    isTold: z.optional(z.literal(true)),
    /** Its end was reported to the host, by the first tab that saw it. */
    isReported: z.optional(z.literal(true)),
  })

export type TransactionState = z.output<ReturnType<typeof stateSchema>>
export type TransactionEntry = z.output<ReturnType<typeof transactionEntrySchema>>

export type RequestedCalls = NonNullable<TransactionEntry['asked']>

export type EntryVerdict = TransactionEntry['check']

export type TransactionPurpose = z.output<ReturnType<typeof purposeSchema>>

export type TransactionEvent =
  /** The wallet has accepted its bundle. */
  | { readonly is: 'bundled'; readonly bundle: string }
  /** Signed by the wallet; the widget submits it. */
  | { readonly is: 'signed'; readonly transaction: SubmittedTransaction }
  | { readonly is: 'submitted'; readonly transaction: SubmittedTransaction }
  | { readonly is: 'rejected' }
  | { readonly is: 'lost' }
  | { readonly is: 'followed'; readonly status: TransactionStatus }

type Signing = Extract<TransactionState, { readonly is: 'signing' }>

const transactionFieldsOf = ({ hash, nonce, expiresAfter }: SubmittedTransaction) => ({
  hash,
  ...(nonce === undefined ? {} : { nonce }),
  ...(expiresAfter === undefined ? {} : { expiresAfter }),
})

/** The state of an interrupted transaction: a signed one can be found on the chain. */
const interruptedState = ({ signed }: Signing): TransactionState =>
  signed ? { is: 'submitted', ...signed } : { is: 'unknown' }

function nextWatchedState(
  hash: string,
  state: TransactionState,
  status: TransactionStatus,
): TransactionState {
  switch (status.is) {
    case 'submitted':
      // Stored, because after a reload only the nonce distinguishes replaced and dropped from pending.
      return state.is === 'submitted' && status.nonce !== undefined && status.nonce !== state.nonce
        ? { ...state, nonce: status.nonce }
        : state
    case 'confirmed':
    case 'failed':
      return { is: status.is, hash, block: status.block, fee: status.fee }
    case 'replaced':
      return { is: 'replaced', hash, ...(status.by === undefined ? {} : { by: status.by }) }
    case 'dropped':
    case 'expired':
      return { is: status.is, hash }
  }
}

/**
 * The next state of a transaction. Final states stay, except that a late result of the wallet resolves an unknown one, and
 * that a replaced or dropped transaction may still be mined.
 */
export function nextTransaction(state: TransactionState, event: TransactionEvent): TransactionState {
  const isPrompted = state.is === 'signing' || (state.is === 'unknown' && state.hash === undefined)
  const isOpen = isPrompted || state.is === 'bundled'
  switch (event.is) {
    case 'signed':
      return state.is === 'signing'
        ? { is: 'signing', signed: transactionFieldsOf(event.transaction) }
        : state
    case 'bundled':
      return isPrompted ? { is: 'bundled', bundle: event.bundle } : state
    case 'submitted':
      return isOpen ? { is: 'submitted', ...transactionFieldsOf(event.transaction) } : state
    case 'rejected':
      return isOpen ? { is: 'rejected' } : state
    case 'lost':
      if (state.is === 'bundled') return { is: 'unknown' }
      return state.is === 'signing' ? interruptedState(state) : state
    case 'followed':
      // Its document was closed, or has not finished, while another one found it on the chain.
      if (state.is === 'signing' && state.signed)
        return nextWatchedState(state.signed.hash, state, event.status)
      return state.is === 'submitted' || state.is === 'replaced' || state.is === 'dropped'
        ? nextWatchedState(state.hash, state, event.status)
        : state
  }
}

/** Whether the transaction, or its replacement, is on the chain. */
export const isOnChain = ({ is }: TransactionState): boolean =>
  is === 'confirmed' || is === 'failed' || is === 'replaced'

/** Whether it is on the chain but was not verified, because its document was closed before. */
export const isUnverifiable = ({ state, check }: Pick<TransactionEntry, 'state' | 'check'>): boolean =>
  check === 'not-compared' && isOnChain(state)

/** The calls to store; undefined for more or longer ones than the journal stores. */
export function storedCalls({ isBundle, calls }: RequestedCalls): RequestedCalls | undefined {
  const length = calls.reduce((sum, { data }) => sum + data.length, 0)
  if (calls.length === 0 || calls.length > storedCallsMaxCount || length > storedCallsMaxLength)
    return undefined
  return { isBundle, calls: calls.map(({ to, value, data }) => ({ to, value, data })) }
}

/** The hash of a transaction, once there is one. */
export const hashOf = (state: TransactionState): string | undefined =>
  'hash' in state ? state.hash : undefined

/** Whether the chain, or the wallet for its bundle, must still report the end. */
export const isWatched = ({ is }: TransactionState): boolean => is === 'submitted' || is === 'bundled'

/** Whether an entry is waiting for the wallet or for the chain. */
export const isPending = ({ state }: TransactionEntry): boolean => state.is === 'signing' || isWatched(state)

/** Whether funds moved. `fee`: only the fee was charged. */
export function movedFunds(state: TransactionState): 'no' | 'not-yet' | 'yes' | 'fee' | 'maybe' {
  switch (state.is) {
    case 'signing':
    case 'bundled':
    case 'submitted':
      return 'not-yet'
    case 'confirmed':
      return 'yes'
    case 'failed':
      return 'fee'
    case 'dropped':
    case 'expired':
    case 'rejected':
      return 'no'
    case 'replaced':
    case 'unknown':
      return 'maybe'
  }
}

/** Maximum of stored finished transactions, and of those with an unknown result. */
const finishedTransactionLimit = 100

/**
 * The journal within its limits, latest first: at most 99 pending (SPEC §9), 100 settled ones and 100 unknown ones. The
 * oldest pending one beyond that is no longer watched and becomes unknown; settled ones never evict it.
 */
export function withinJournalLimits(entries: readonly TransactionEntry[]): readonly TransactionEntry[] {
  let pending = 0
  const sorted = [...entries].sort((a, b) => b.at - a.at)
  const counts = { known: 0, unknown: 0 }
  return sorted
    .map((entry): TransactionEntry => {
      if (!isPending(entry)) return entry
      pending += 1
      if (pending <= pendingTransactionLimit) return entry
      const hash = hashOf(entry.state)
      return { ...entry, state: { is: 'unknown', ...(hash === undefined ? {} : { hash }) } }
    })
    .filter((entry) => {
      if (isPending(entry)) return true
      const kind = movedFunds(entry.state) === 'maybe' ? 'unknown' : 'known'
      counts[kind] += 1
      return counts[kind] <= finishedTransactionLimit
    })
}

/** Whether the limits evicted an entry that may have moved funds: the user must be notified. */
export function evictsPending(
  before: readonly TransactionEntry[],
  after: readonly TransactionEntry[],
): boolean {
  const states = new Map(after.map(({ id, state }) => [id, state.is]))
  return before.some((entry) => {
    const moved = movedFunds(entry.state)
    const is = states.get(entry.id)
    return moved === 'maybe' ? is === undefined : moved === 'not-yet' && is === 'unknown'
  })
}

/** An entry after a reload: one that another document requested is unknown, unless it was signed. */
export const markInterrupted = (entry: TransactionEntry, page: string): TransactionEntry =>
  entry.state.is === 'signing' && entry.page !== page
    ? { ...entry, state: interruptedState(entry.state) }
    : entry

/** Whether the state of a transaction is final. */
export const isSettled = (state: TransactionState): boolean =>
  state.is !== 'signing' && !isWatched(state) && state.is !== 'unknown'
