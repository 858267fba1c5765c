import { type Address, getU32Decoder, getU64Decoder } from '@solana/web3.js'
import type { Transfer } from '../../chain-adapter.ts'
import { parseAddress } from '../address.ts'
import type { ReadInstruction, ReadTransaction } from '../decode/decode-transaction.ts'
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
import { judgePriorityFee, priorityFeeOf } from './compute-budget.ts'

/** A requested transfer, in the terms of instructions. */
type Asked = {
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

async function askedOf({ asset, from, to, value }: Transfer): Promise<Asked> {
  const receiver = parseAddress(to)
  const common = { from: parseAddress(from), amount: value }
  if (asset.address === undefined) return { ...common, mint: undefined, destinations: [receiver] }
  const mint = parseAddress(asset.address)
  const usual = tokenPrograms.map((program) => associatedTokenAddress(receiver, mint, program))
  return { ...common, mint, destinations: [receiver, ...(await Promise.all(usual))] }
}

const amountAt = (data: Uint8Array, at: number): bigint => getU64Decoder().decode(data, at)

const isWithFee = (data: Uint8Array): boolean =>
  data[0] === tokenFeeExtensionTag && data[1] === tokenTransferWithFeeTag && data.length === 19

function effectOf({ program, accounts, data }: ReadInstruction, asked: Asked): Effect {
  const { from, destinations } = asked
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
      return { is: 'moves', to: second, mint: asked.mint, amount: amountAt(data, 1) }
  }
  const isOpening =
    program === associatedTokenProgram && second !== undefined && destinations.includes(second)
  return isOpening ? { is: 'nothing' } : { is: 'more' }
}

const differencesOf = (move: Extract<Effect, { is: 'moves' }>, asked: Asked): readonly string[] =>
  [
    ['to', move.to !== undefined && asked.destinations.includes(move.to)] as const,
    ['token', move.mint === asked.mint] as const,
    ['value', move.amount === asked.amount] as const,
  ]
    .filter(([, same]) => !same)
    .map(([name]) => name)

/**
 * Compares what a transaction does with the sender's signature with the requested transfer: exactly that one, and otherwise
 * only what wallets add (a price, a memo, assertions) and the creation of the recipient's token account. `unclear` if the
 * priority fee is above the bound, which the user may have set, and if the sender has no private key (a vault): then another
 * transaction wraps its own.
 */
export async function judgeTransfer(found: ReadTransaction, transfer: Transfer): Promise<TransferVerdict> {
  const asked = await askedOf(transfer)
  if (!found.signers.includes(asked.from))
    return isOnCurve(asked.from) ? { is: 'differs', differs: ['from'] } : { is: 'unclear' }
  const effects = found.instructions.map((instruction) => effectOf(instruction, asked))
  const moves = effects.filter((effect) => effect.is === 'moves')
  const [move] = moves
  const isMore = moves.length !== 1 || effects.some(({ is }) => is === 'more')
  // The widget's own price is far below the bound.
  const fee = judgePriorityFee(0n, priorityFeeOf(found.instructions) ?? 0n)
  const terms = move === undefined ? ['instructions'] : differencesOf(move, asked)
  const differs = fee === 'absurd' ? [...terms, 'fee'] : terms
  if (differs.length > 0) return { is: 'differs', differs }
  if (isMore) return { is: 'differs', differs: ['instructions'] }
  return { is: fee === 'usual' ? 'same' : 'unclear' }
}
