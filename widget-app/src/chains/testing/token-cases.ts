/**
 * Test only: tokens that do not transfer exactly the amount: how each is created, what the review shows, and what is
 * received.
 */

/** An extension of a Token-2022 mint, as `e2e/stack/chains/solana/extended-mints.ts` creates it. */
type MintExtension = { readonly is: string; readonly [setting: string]: unknown }

/** What the review shows: terms, or why the wallet is not called. */
type ExpectedReview =
  | {
      readonly arrives: bigint
      /** By how much the sender's balance falls, if that is more than the amount. */
      readonly leaves?: bigint
      readonly memo?: string
      readonly displayed?: bigint
      readonly isRevocable?: boolean
      readonly hook?: string
    }
  | {
      readonly refused: string
      /** The contract's message: in the details of the rejection, and as the reason of a simulation. */
      readonly says?: string
    }

export type Row<On extends string, Setup> = {
  readonly kind: string
  readonly on: On
  readonly made: Setup
  /** Base units; `max`: the holder's whole balance. */
  readonly sends: bigint | 'max'
  readonly review: ExpectedReview
  /** By how much the recipient's balance rises, in base units; undefined if nothing is sent. */
  readonly came: bigint | undefined
  /** The holder's remaining balance, in base units. */
  readonly left?: bigint
}

export type SolanaRow = Row<
  'solana',
  {
    readonly extensions: readonly MintExtension[]
    /** The recipient's account is open and requires memos. */
    readonly isMemoRequired?: boolean
    readonly isHolderFrozen?: boolean
    readonly isReceiverFrozen?: boolean
    /** Seconds by which the chain's clock is moved forward after the mint is created. */
    readonly age?: number
  }
>

export type PolkadotRow = Row<
  'polkadot',
  {
    /** The account of a sufficient asset needs no native balance. */
    readonly isSufficient?: boolean
    readonly isFrozen?: boolean
    readonly isHolderFrozen?: boolean
    /** No such asset is created. */
    readonly isMissing?: boolean
    /** The recipient's account before the transfer; a native balance keeps it open, and `consumers` depend on it. */
    readonly receiver: 'new' | 'holder' | { readonly consumers: number }
  }
>

/** The holder's balance of each Polkadot asset; an account has at least ten or none. */
export const polkadotBalance = 500n

/** Two decimals; the holder has 1,000.00 of each. */
export const tokenDecimals = 2
export const tokenBalance = 100_000n

const fee = (basisPoints: number, maximum = 1_000_000n): MintExtension => ({
  is: 'transfer-fee',
  ...{ basisPoints, maximum },
})

/** The hook of `e2e/stack/programs/transfer-hook.c`, at its address on the local chain. */
const hookProgram = 'CYaotYH8NBkUZKQRYUKzuTzps2dmHY4fpDyHwQTnY1tN'

const bytes = (length: number, byte = 0): readonly number[] => Array.from({ length }, () => byte)

/** An entry of a hook's list: its kind, 32 bytes that define the account, and that it is neither signer nor writable. */
const entry = (kind: number, config: readonly number[]): readonly number[] => [
  ...[kind, ...config, ...bytes(32 - config.length)],
  ...[0, 0],
]

const literalSeed = (word: string) => [1, word.length, ...new TextEncoder().encode(word)]

/** Accounts 0 to 4 are source, mint, destination, owner and list; these are the next ones. */
const everyKindOfAccount: readonly (readonly number[])[] = [
  // 5: a fixed address.
  entry(0, bytes(32, 9)),
  // 6: derived from the hook by a word, the amount, and the owner of the destination account.
  entry(1, [...literalSeed('record'), 2, 8, 8, 4, 2, 32, 32]),
  // 7: the mint's authority, as the mint names it.
  entry(2, [2, 1, 4]),
  // 8: derived from account 5 by the keys of the owner and of account 7.
  entry(128 + 5, [3, 3, 3, 7]),
]

/** In seconds; the year of the token program. */
const year = 31_556_736
const month = 31 * 86_400

export const solanaTokenCases: readonly SolanaRow[] = [
  {
    ...{ kind: 'plain Token-2022', on: 'solana', sends: 10_000n, came: 10_000n },
    made: { extensions: [] },
    review: { arrives: 10_000n },
  },
  {
    ...{ kind: 'transfer fee of 5 %', on: 'solana', sends: 10_000n, came: 9_500n },
    made: { extensions: [fee(500)] },
    review: { arrives: 9_500n },
  },
  {
    ...{ kind: 'transfer fee that is rounded up', on: 'solana', sends: 101n, came: 95n },
    made: { extensions: [fee(500)] },
    review: { arrives: 95n },
  },
  {
    ...{ kind: 'transfer fee with a maximum', on: 'solana', sends: 10_000n, came: 9_993n },
    made: { extensions: [fee(500, 7n)] },
    review: { arrives: 9_993n },
  },
  {
    ...{
      kind: 'transfer fee into an account that requires memos',
      on: 'solana',
      sends: 10_000n,
      came: 9_500n,
    },
    made: { extensions: [fee(500)], isMemoRequired: true },
    review: { arrives: 9_500n, memo: 'Transfer' },
  },
  {
    ...{ kind: 'account that requires memos', on: 'solana', sends: 10_000n, came: 10_000n },
    made: { extensions: [], isMemoRequired: true },
    review: { arrives: 10_000n, memo: 'Transfer' },
  },
  {
    ...{ kind: 'permanent delegate', on: 'solana', sends: 10_000n, came: 10_000n },
    made: { extensions: [{ is: 'permanent-delegate' }] },
    review: { arrives: 10_000n, isRevocable: true },
  },
  {
    ...{ kind: 'scaled amounts', on: 'solana', sends: 10_000n, came: 10_000n },
    made: { extensions: [{ is: 'scaled', multiplier: 2.5 }] },
    review: { arrives: 10_000n, displayed: 25_000n },
  },
  {
    ...{ kind: 'interest', on: 'solana', sends: 10_000n, came: 10_000n },
    made: { extensions: [{ is: 'interest', rate: 500 }] },
    review: { arrives: 10_000n, displayed: 10_000n },
  },
  {
    ...{ kind: 'amounts scaled a hundred millionfold', on: 'solana', sends: 10_000n, came: 10_000n },
    made: { extensions: [{ is: 'scaled', multiplier: 100_000_000 }] },
    review: { arrives: 10_000n, displayed: 1_000_000_000_000n },
  },
  {
    ...{ kind: 'amounts scaled to next to nothing', on: 'solana', sends: 10_000n, came: undefined },
    made: { extensions: [{ is: 'scaled', multiplier: 0.000_000_001 }] },
    review: { refused: 'token-unknown' },
  },
  {
    // It is one base unit less from the first second on: after a month, seconds no longer change it.
    ...{ kind: 'interest below zero of a month', on: 'solana', sends: 10_000n, came: 10_000n },
    made: { extensions: [{ is: 'interest', rate: -500 }], age: month },
    review: { arrives: 10_000n, displayed: 9_957n },
  },
  {
    ...{ kind: 'transfer fee of all', on: 'solana', sends: 10_000n, came: 0n },
    made: { extensions: [fee(10_000)] },
    review: { arrives: 0n },
  },
  {
    ...{ kind: 'fee, hook, scaled amounts and a memo', on: 'solana', sends: 10_000n, came: 9_500n },
    made: {
      extensions: [
        fee(500),
        { is: 'scaled', multiplier: 2.5 },
        { is: 'listed-hook', accounts: everyKindOfAccount },
        { is: 'permanent-delegate' },
        { is: 'pausable', isPaused: false },
      ],
      isMemoRequired: true,
    },
    review: { arrives: 9_500n, memo: 'Transfer', displayed: 25_000n, isRevocable: true, hook: hookProgram },
  },
  {
    ...{ kind: 'pausable, not paused', on: 'solana', sends: 10_000n, came: 10_000n },
    made: { extensions: [{ is: 'pausable', isPaused: false }] },
    review: { arrives: 10_000n },
  },
  {
    ...{ kind: 'paused', on: 'solana', sends: 10_000n, came: undefined },
    made: { extensions: [{ is: 'pausable', isPaused: true }] },
    review: { refused: 'token-paused' },
  },
  {
    ...{ kind: 'non-transferable', on: 'solana', sends: 10_000n, came: undefined },
    made: { extensions: [{ is: 'non-transferable' }] },
    review: { refused: 'token-non-transferable' },
  },
  {
    ...{ kind: 'transfer hook with accounts of each kind', on: 'solana', sends: 10_000n, came: 10_000n },
    made: { extensions: [{ is: 'listed-hook', accounts: everyKindOfAccount }] },
    review: { arrives: 10_000n, hook: hookProgram },
  },
  {
    ...{ kind: 'transfer hook and a fee', on: 'solana', sends: 10_000n, came: 9_500n },
    made: { extensions: [fee(500), { is: 'listed-hook', accounts: everyKindOfAccount }] },
    review: { arrives: 9_500n, hook: hookProgram },
  },
  {
    ...{ kind: 'transfer hook that refuses an amount', on: 'solana', sends: 666n, came: undefined },
    made: { extensions: [{ is: 'listed-hook', accounts: [] }] },
    review: { refused: 'token-refuses' },
  },
  {
    ...{ kind: 'transfer hook without a list', on: 'solana', sends: 10_000n, came: 10_000n },
    made: { extensions: [{ is: 'hook', program: hookProgram }] },
    review: { arrives: 10_000n, hook: hookProgram },
  },
  {
    ...{ kind: 'transfer hook whose list wants a signature', on: 'solana', sends: 10_000n, came: undefined },
    made: { extensions: [{ is: 'listed-hook', accounts: [[0, ...bytes(32, 7), 1, 0]] }] },
    review: { refused: 'token-hook' },
  },
  {
    ...{
      kind: 'transfer hook whose list has an unknown kind',
      on: 'solana',
      sends: 10_000n,
      came: undefined,
    },
    made: { extensions: [{ is: 'listed-hook', accounts: [[3, ...bytes(32), 0, 0]] }] },
    review: { refused: 'token-hook' },
  },
  {
    ...{ kind: 'transfer hook with too many accounts', on: 'solana', sends: 10_000n, came: undefined },
    made: {
      extensions: [
        { is: 'listed-hook', accounts: bytes(22).map((_, at) => [0, ...bytes(32, at + 1), 0, 0]) },
      ],
    },
    review: { refused: 'token-hook' },
  },
  {
    ...{ kind: 'program that is no transfer hook', on: 'solana', sends: 10_000n, came: undefined },
    made: { extensions: [{ is: 'hook', program: 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr' }] },
    review: { refused: 'token-refuses' },
  },
  {
    ...{ kind: 'accounts that open frozen', on: 'solana', sends: 10_000n, came: undefined },
    made: { extensions: [{ is: 'frozen-by-default' }] },
    review: { refused: 'token-opens-frozen' },
  },
  {
    ...{ kind: 'frozen account of the sender', on: 'solana', sends: 10_000n, came: undefined },
    made: { extensions: [], isHolderFrozen: true },
    review: { refused: 'token-frozen' },
  },
  {
    ...{ kind: 'frozen account of the receiver', on: 'solana', sends: 10_000n, came: undefined },
    made: { extensions: [], isReceiverFrozen: true },
    review: { refused: 'token-receiver-frozen' },
  },
  {
    ...{ kind: 'transfer fee of 5 %, all is sent', on: 'solana', sends: 'max', came: 95_000n, left: 0n },
    made: { extensions: [fee(500)] },
    review: { arrives: 95_000n },
  },
  {
    ...{ kind: 'scaled amounts, all is sent', on: 'solana', sends: 'max', came: 100_000n, left: 0n },
    made: { extensions: [{ is: 'scaled', multiplier: 2.5 }] },
    review: { arrives: 100_000n, displayed: 250_000n },
  },
  {
    ...{ kind: 'interest of a year', on: 'solana', sends: 10_000n, came: 10_000n },
    made: { extensions: [{ is: 'interest', rate: 500 }], age: year },
    review: { arrives: 10_000n, displayed: 10_512n },
  },
  {
    ...{ kind: 'interest below zero of a year', on: 'solana', sends: 10_000n, came: 10_000n },
    made: { extensions: [{ is: 'interest', rate: -500 }], age: year },
    review: { arrives: 10_000n, displayed: 9_512n },
  },
]

/** Assets of the pallet `Assets`, on a runtime without a dry run. */
export const polkadotTokenCases: readonly PolkadotRow[] = [
  {
    ...{ kind: 'asset to an account with coins', on: 'polkadot', sends: 10n, came: 10n, left: 490n },
    made: { receiver: { consumers: 0 } },
    review: { arrives: 10n },
  },
  {
    ...{ kind: 'asset to an account without coins', on: 'polkadot', sends: 10n, came: undefined },
    made: { receiver: 'new' },
    review: { refused: 'it needs coins' },
  },
  {
    ...{ kind: 'asset to an account that can hold one more', on: 'polkadot', sends: 10n, came: 10n },
    made: { receiver: { consumers: 15 } },
    review: { arrives: 10n },
  },
  {
    ...{ kind: 'asset to an account that can hold no more', on: 'polkadot', sends: 10n, came: undefined },
    made: { receiver: { consumers: 16 } },
    review: { refused: 'no more kinds' },
  },
  {
    ...{ kind: 'sufficient asset to an account without coins', on: 'polkadot', sends: 10n, came: 10n },
    made: { isSufficient: true, receiver: 'new' },
    review: { arrives: 10n },
  },
  {
    ...{ kind: 'sufficient asset to a full account', on: 'polkadot', sends: 10n, came: 10n },
    made: { isSufficient: true, receiver: { consumers: 16 } },
    review: { arrives: 10n },
  },
  {
    ...{ kind: 'less than the least balance', on: 'polkadot', sends: 9n, came: undefined },
    made: { isSufficient: true, receiver: 'new' },
    review: { refused: 'least balance' },
  },
  {
    ...{ kind: 'less than the least balance, to a holder', on: 'polkadot', sends: 9n, came: 9n },
    made: { receiver: 'holder' },
    review: { arrives: 9n },
  },
  {
    ...{ kind: 'more of an asset than there is', on: 'polkadot', sends: 501n, came: undefined },
    made: { receiver: { consumers: 0 } },
    review: { refused: 'less of the asset' },
  },
  {
    ...{ kind: 'all of an asset', on: 'polkadot', sends: 'max', came: polkadotBalance, left: 0n },
    made: { receiver: { consumers: 0 } },
    review: { arrives: polkadotBalance },
  },
  {
    ...{ kind: 'frozen asset', on: 'polkadot', sends: 10n, came: undefined },
    made: { isFrozen: true, receiver: { consumers: 0 } },
    review: { refused: 'asset is frozen' },
  },
  {
    ...{ kind: 'frozen account of an asset', on: 'polkadot', sends: 10n, came: undefined },
    made: { isHolderFrozen: true, receiver: 'holder' },
    review: { refused: 'account is frozen' },
  },
  {
    ...{ kind: 'asset that is not there', on: 'polkadot', sends: 10n, came: undefined },
    made: { isMissing: true, receiver: { consumers: 0 } },
    review: { refused: 'no such asset' },
  },
]
