import { type Address, getU32Decoder, getU64Decoder } from '@solana/web3.js'
import type { Transfer } from '../../chain-adapter.ts'
import { parseAddress } from '../address.ts'
import type { DecodedInstruction, DecodedTransaction } from '../decode/decode-transaction.ts'
import {
  systemTransferTag,
  tokenFeeExtensionTag,
  tokenTransferCheckedTag,
  tokenTransferTag,
  tokenTransferWithFeeTag,
} from '../instructions.ts'
import { isOnCurve } from '../on-curve.ts'
import { associatedTokenProgram, harmlessPrograms, systemProgram, tokenPrograms } from '../programs.ts'
import { associatedTokenAddress } from '../tokens/token-state.ts'
import { priorityFeeOf, verifyPriorityFee } from './compute-budget.ts'

/** A requested transfer, in the terms of instructions. */
type RequestedTransfer = {
  readonly from: Address
  /** Accounts in which the recipient may receive it: the wallet itself, or any of its token accounts of this mint. */
  readonly destinations: readonly Address[]
  readonly mint: Address | undefined
  readonly amount: bigint
}

/** Effect of an instruction on the sender's assets. */
type Effect =
  | {
      readonly is: 'moves'
      readonly to: Address | undefined
      readonly mint: Address | undefined
      readonly amount: bigint
    }
  | { readonly is: 'nothing' }
  /** It has the sender's signature for something that was not requested. */
  | { readonly is: 'more' }

/** What a transaction does in addition to the requested transfer. */
export type TransferVerdict =
  | { readonly is: 'same' }
  | { readonly is: 'differs'; readonly differs: readonly string[] }
  | { readonly is: 'unclear' }

async function requestedTransfer({ asset, from, to, value }: Transfer): Promise<RequestedTransfer> {
  const receiver = parseAddress(to)
  const common = { from: parseAddress(from), amount: value }
  if (asset.address === undefined) return { ...common, mint: undefined, destinations: [receiver] }
  const mint = parseAddress(asset.address)
  const associated = tokenPrograms.map((program) => associatedTokenAddress(receiver, mint, program))
  return { ...common, mint, destinations: [receiver, ...(await Promise.all(associated))] }
}

const amountAt = (data: Uint8Array, at: number): bigint => getU64Decoder().decode(data, at)

const isWithFee = (data: Uint8Array): boolean =>
  data[0] === tokenFeeExtensionTag && data[1] === tokenTransferWithFeeTag && data.length === 19

function effectOf({ program, accounts, data }: DecodedInstruction, requested: RequestedTransfer): Effect {
  const { from, destinations } = requested
  // An instruction that does not name the sender cannot use its signature: signers are never in lookup tables.
  if (program === undefined || harmlessPrograms.includes(program) || !accounts.includes(from))
    return { is: 'nothing' }
  const [first, second, third, fourth] = accounts
  const isTransfer =
    program === systemProgram && data.length === 12 && getU32Decoder().decode(data) === systemTransferTag
  if (isTransfer && first !== from) return { is: 'nothing' }
  if (isTransfer) return { is: 'moves', to: second, mint: undefined, amount: amountAt(data, 4) }
  if (tokenPrograms.includes(program)) {
    if (data[0] === tokenTransferCheckedTag && data.length === 10 && fourth === from)
      return { is: 'moves', to: third, mint: second, amount: amountAt(data, 1) }
    // The program itself compares the fee with the mint's.
    if (isWithFee(data) && fourth === from)
      return { is: 'moves', to: third, mint: second, amount: amountAt(data, 2) }
    // It does not name the mint, but token accounts have a fixed mint: the destination determines it.
    if (data[0] === tokenTransferTag && data.length === 9 && third === from)
      return { is: 'moves', to: second, mint: requested.mint, amount: amountAt(data, 1) }
  }
  const isOpening =
    program === associatedTokenProgram && second !== undefined && destinations.includes(second)
  return isOpening ? { is: 'nothing' } : { is: 'more' }
}

const differencesOf = (
  move: Extract<Effect, { is: 'moves' }>,
  requested: RequestedTransfer,
): readonly string[] =>
  [
    ['to', move.to !== undefined && requested.destinations.includes(move.to)] as const,
    ['token', move.mint === requested.mint] as const,
    ['value', move.amount === requested.amount] as const,
  ]
    .filter(([, same]) => !same)
    .map(([name]) => name)

/**
 * Compares what a transaction does with the sender's signature with the requested transfer: exactly that one, and otherwise
 * only what wallets add (a price, a memo, assertions) and the creation of the recipient's token account. `unclear` if the
 * priority fee is above the bound, which the user may have set, and if the sender has no private key (a vault): then another
 * transaction wraps its own.
 */
export async function verifyTransfer(
  decoded: DecodedTransaction,
  transfer: Transfer,
): Promise<TransferVerdict> {
  const requested = await requestedTransfer(transfer)
  if (!decoded.signers.includes(requested.from))
    return isOnCurve(requested.from) ? { is: 'differs', differs: ['from'] } : { is: 'unclear' }
  const effects = decoded.instructions.map((instruction) => effectOf(instruction, requested))
  const moves = effects.filter((effect) => effect.is === 'moves')
  const [move] = moves
  const hasMore = moves.length !== 1 || effects.some(({ is }) => is === 'more')
  // The widget's own price is far below the bound.
  const fee = verifyPriorityFee(0n, priorityFeeOf(decoded.instructions) ?? 0n)
  const terms = move === undefined ? ['instructions'] : differencesOf(move, requested)
  const differs = fee === 'absurd' ? [...terms, 'fee'] : terms
  if (differs.length > 0) return { is: 'differs', differs }
  if (hasMore) return { is: 'differs', differs: ['instructions'] }
  return { is: fee === 'usual' ? 'same' : 'unclear' }
}
