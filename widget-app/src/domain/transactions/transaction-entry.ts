import * as z from 'zod/mini'
import { pendingTransactionLimit } from '#shared/config/limits.ts'
import type { SubmittedTransaction, TransactionStatus } from '#widget/chains/chain-adapter.ts'
import { assetSchema, shortText } from '#widget/domain/balances/asset-schema.ts'
import { bigintText } from '#widget/lib/text/bigint-schema.ts'

const hash = () => z.string().check(z.minLength(1), z.maxLength(256))

/** What finds a transaction on its chain. */
const place = () => ({
  hash: hash(),
  nonce: z.optional(z.number()),
  expiresAfter: z.optional(z.number()),
})

/**
 * Where a transaction stands. The first is written before the wallet is asked, with `signed` once the wallet has signed and
 * we are about to submit; `bundled` and `submitted` are followed.
 */
const stateSchema = () =>
  z.discriminatedUnion('is', [
    z.object({ is: z.literal('signing'), signed: z.optional(z.object(place())) }),
    /** The wallet has taken it as part of a bundle of calls (EIP-5792), and has told no transaction of that yet. */
    z.object({ is: z.literal('bundled'), bundle: z.string().check(z.minLength(1), z.maxLength(4_096)) }),
    z.object({ is: z.literal('submitted'), ...place() }),
    z.object({
      is: z.literal('confirmed'),
      hash: hash(),
      block: bigintText(),
      fee: bigintText(),
      /** What it brought could not be read when it was tried. */
      isUnread: z.optional(z.literal(true)),
    }),
    z.object({ is: z.literal('failed'), hash: hash(), block: bigintText(), fee: bigintText() }),
    z.object({ is: z.literal('replaced'), hash: hash(), by: z.optional(hash()) }),
    z.object({ is: z.literal('dropped'), hash: hash() }),
    z.object({ is: z.literal('expired'), hash: hash() }),
    z.object({ is: z.literal('rejected') }),
    /** Nobody knows: the page was left while the wallet was asked, or the wallet gave no usable answer. */
    z.object({ is: z.literal('unknown'), hash: z.optional(hash()) }),
  ])

/**
 * What a transaction that is no transfer was for. `approval`: `to` may take up to the amount, to swap it for `gets`. `swap`: the amount was given
 * for at least `atLeast` of another asset; `quoted` is what the price promised, `received` what really came, once the
 * chain has told.
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

/** Longer calls are not kept: what they sent is compared while its page lives, and unverified after that. */
const askedMaxLength = 8_192
const askedMaxCalls = 8

/**
 * The calls that the wallet was asked for, to compare them with the chain in a later page too. `value` in base units of the
 * native currency, `data` as in `ContractCall`.
 */
const askedSchema = () =>
  z.object({
    /** The wallet was asked for them as one (EIP-5792). */
    isBundle: z.boolean(),
    calls: z
      .array(
        z.object({
          to: shortText(),
          value: bigintText(),
          data: z.string().check(z.maxLength(askedMaxLength)),
        }),
      )
      .check(z.minLength(1), z.maxLength(askedMaxCalls)),
  })

const checks = ['not-compared', 'verified', 'checking', 'unverified', 'added', 'mismatch'] as const

/**
 * What comparing a transaction with what was asked came to (channel D8). `not-compared`: nothing was compared yet, also
 * what an older version of the widget wrote as nothing at all; `verified`: it is the same; `checking`: not comparable so
 * far, and compared again while its page lives; `unverified`: it could not be compared; `added`: the wallet made other
 * calls too.
 */
const checkSchema = () => z.catch(z.enum(checks), 'not-compared')

/** One transaction which this widget asked a wallet for. Amounts in base units, times in epoch milliseconds. */
export const transactionEntrySchema = () =>
  z.object({
    id: z.string().check(z.minLength(1), z.maxLength(64)),
    at: z.number(),
    updatedAt: z.number(),
    /** Page life in which the wallet was asked: a `signing` entry of another one has lost its answer. */
    page: shortText(),
    walletId: shortText(),
    walletName: shortText(),
    from: shortText(),
    to: shortText(),
    asset: assetSchema(),
    value: bigintText(),
    /** Absent for a transfer. */
    purpose: z.optional(purposeSchema()),
    /** What a transfer of a token brought its receiver, once the chain has shown it. */
    arrived: z.optional(bigintText()),
    state: stateSchema(),
    check: checkSchema(),
    /** Absent for a transfer, for what an older version wrote, for long calls, and once it was compared. */
    asked: z.catch(z.optional(askedSchema()), undefined),
    /** Its end was shown, or what is known of it put aside by the person. */
    isTold: z.optional(z.literal(true)),
    /** The site was told how it ended, by whichever tab saw it first. */
    isReported: z.optional(z.literal(true)),
  })

export type TransactionState = z.output<ReturnType<typeof stateSchema>>
export type TransactionEntry = z.output<ReturnType<typeof transactionEntrySchema>>

export type RequestedCalls = NonNullable<TransactionEntry['asked']>

export type EntryVerdict = TransactionEntry['check']

export type TransactionPurpose = z.output<ReturnType<typeof purposeSchema>>

export type TransactionEvent =
  /** The wallet has taken the bundle it is part of. */
  | { readonly is: 'bundled'; readonly bundle: string }
  /** By the wallet; it is for us to submit. */
  | { readonly is: 'signed'; readonly transaction: SubmittedTransaction }
  | { readonly is: 'submitted'; readonly transaction: SubmittedTransaction }
  | { readonly is: 'rejected' }
  | { readonly is: 'lost' }
  | { readonly is: 'followed'; readonly status: TransactionStatus }

type Signing = Extract<TransactionState, { readonly is: 'signing' }>

const placeOf = ({ hash, nonce, expiresAfter }: SubmittedTransaction) => ({
  hash,
  ...(nonce === undefined ? {} : { nonce }),
  ...(expiresAfter === undefined ? {} : { expiresAfter }),
})

/** What is known of a transaction whose answer nobody waits for any more: what was signed can be looked for on the chain. */
const abandoned = ({ signed }: Signing): TransactionState =>
  signed ? { is: 'submitted', ...signed } : { is: 'unknown' }

function followed(hash: string, state: TransactionState, status: TransactionStatus): TransactionState {
  switch (status.is) {
    case 'submitted':
      // Kept, because after a reload only the nonce tells replaced and dropped from pending.
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
 * The next state of a transaction. Final states stay, except that a late answer of the wallet resolves an unknown one,
 * and that a replaced or dropped transaction may still turn up in a block.
 */
export function nextTransaction(state: TransactionState, event: TransactionEvent): TransactionState {
  const isAsked = state.is === 'signing' || (state.is === 'unknown' && state.hash === undefined)
  const isOpen = isAsked || state.is === 'bundled'
  switch (event.is) {
    case 'signed':
      return state.is === 'signing' ? { is: 'signing', signed: placeOf(event.transaction) } : state
    case 'bundled':
      return isAsked ? { is: 'bundled', bundle: event.bundle } : state
    case 'submitted':
      return isOpen ? { is: 'submitted', ...placeOf(event.transaction) } : state
    case 'rejected':
      return isOpen ? { is: 'rejected' } : state
    case 'lost':
      if (state.is === 'bundled') return { is: 'unknown' }
      return state.is === 'signing' ? abandoned(state) : state
    case 'followed':
      // Its page was gone, or is not done yet, while another one found it on the chain.
      if (state.is === 'signing' && state.signed) return followed(state.signed.hash, state, event.status)
      return state.is === 'submitted' || state.is === 'replaced' || state.is === 'dropped'
        ? followed(state.hash, state, event.status)
        : state
  }
}

/** Whether the chain has the transaction, or one in its place. */
export const isOnChain = ({ is }: TransactionState): boolean =>
  is === 'confirmed' || is === 'failed' || is === 'replaced'

/** Whether it is on the chain, and was not compared with what was asked so far: its page was left before. */
export const isUnverifiable = ({ state, check }: Pick<TransactionEntry, 'state' | 'check'>): boolean =>
  check === 'not-compared' && isOnChain(state)

/** What is kept of the calls that a wallet is asked for; nothing of more or longer ones than the journal has room for. */
export function storedCalls({ isBundle, calls }: RequestedCalls): RequestedCalls | undefined {
  const length = calls.reduce((sum, { data }) => sum + data.length, 0)
  if (calls.length === 0 || calls.length > askedMaxCalls || length > askedMaxLength) return undefined
  return { isBundle, calls: calls.map(({ to, value, data }) => ({ to, value, data })) }
}

/** The hash of a transaction, once there is one. */
export const hashOf = (state: TransactionState): string | undefined =>
  'hash' in state ? state.hash : undefined

/** Whether the chain, or the wallet with its bundle, is still to tell the end. */
export const isWatched = ({ is }: TransactionState): boolean => is === 'submitted' || is === 'bundled'

/** Whether an entry is waiting for the wallet or for the chain. */
export const isPending = ({ state }: TransactionEntry): boolean => state.is === 'signing' || isWatched(state)

/** What a person asks first: did anything move? `fee`: only the fee was charged. */
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

/** How many finished transactions are kept; of those that may have moved something without anybody knowing, as many. */
const finishedTransactionLimit = 100

/**
 * The journal within its limits, latest first: at most 99 pending (SPEC §9), 100 settled ones and 100 of which nobody
 * knows. The oldest pending one beyond that is no longer followed and becomes unknown; settled ones never push it out.
 */
export function withinJournalLimits(entries: readonly TransactionEntry[]): readonly TransactionEntry[] {
  let pending = 0
  const sorted = [...entries].sort((a, b) => b.at - a.at)
  const kept = { known: 0, unknown: 0 }
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
      kept[kind] += 1
      return kept[kind] <= finishedTransactionLimit
    })
}

/** Whether the limits took something out of sight that may have moved money: a person has to be told of that. */
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

/** What a reload leaves behind: an entry whose wallet was asked by a page that is gone is unknown, unless it was signed. */
export const markInterrupted = (entry: TransactionEntry, page: string): TransactionEntry =>
  entry.state.is === 'signing' && entry.page !== page ? { ...entry, state: abandoned(entry.state) } : entry

/** Whether nothing more is to be heard of a transaction than what is shown of it now. */
export const isSettled = (state: TransactionState): boolean =>
  state.is !== 'signing' && !isWatched(state) && state.is !== 'unknown'
