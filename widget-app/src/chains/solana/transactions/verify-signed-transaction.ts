import { decodeTransaction } from '../decode/decode-transaction.ts'
import {
  type CompiledMessage,
  isSameBytes,
  isStaticWritable,
  lookupsOf,
  type ParsedTransaction,
} from '../decode/parse-transaction.ts'
import { isAssertion } from '../decode/programs/other-programs.ts'
import { lighthouseProgram, systemProgram } from '../programs.ts'
import { decodeBudgetSetting, isBudget, priorityFeeOf, verifyPriorityFee } from './compute-budget.ts'

/** An account of a message: its key, or its table and index, with its signer and writable flags. */
type Reference = { readonly name: string; readonly flags: string }

/**
 * Every account of a message, by index. An account from a lookup table is identified by table and index, so it is never
 * unknown.
 */
function referencesOf(message: CompiledMessage): readonly Reference[] {
  const { header, staticAccounts } = message
  const staticReferences = staticAccounts.map((key, index) => ({
    name: key,
    flags: `${index < header.numSignerAccounts ? 'signer ' : ''}${isStaticWritable(message, index) ? 'writable' : ''}`,
  }))
  const lookups = lookupsOf(message)
  const tableReferences = (flags: string, pick: (lookup: (typeof lookups)[number]) => readonly number[]) =>
    lookups.flatMap((lookup) =>
      pick(lookup).map((index) => ({ name: `${lookup.lookupTableAddress}#${index}`, flags })),
    )
  return [
    ...staticReferences,
    ...tableReferences('writable', ({ writableIndices }) => writableIndices),
    ...tableReferences('', ({ readableIndices }) => readableIndices),
  ]
}

/** The instructions with their accounts as references. */
const instructionsOf = (message: CompiledMessage) => {
  const references = referencesOf(message)
  return message.instructions.map(({ programAddressIndex, accountIndices = [], data }) => ({
    program: message.staticAccounts[programAddressIndex],
    accounts: accountIndices.map((index) => references[index]),
    data: Uint8Array.from(data ?? []),
  }))
}

type Instruction = ReturnType<typeof instructionsOf>[number]

const isOfBudget = ({ program, data }: Instruction) => isBudget({ program, accounts: [], data })
const isAddedAssertion = ({ program, data }: Instruction) =>
  program === lighthouseProgram && isAssertion(data[0])

const instructionKey = ({ program, accounts, data }: Instruction): string =>
  JSON.stringify([program, accounts.map((one) => [one?.name, one?.flags]), [...data]])

/** Whether `signed` is `requested` with only assertions added, at any position. */
function isExtendedByAssertions(requested: readonly Instruction[], signed: readonly Instruction[]): boolean {
  let next = 0
  for (const one of signed) {
    const expected = requested[next]
    if (expected !== undefined && instructionKey(one) === instructionKey(expected)) next += 1
    else if (!isAddedAssertion(one)) return false
  }
  return next === requested.length
}

/** The signers in order, with their writable flags; the first one pays. */
const signersOf = (message: CompiledMessage): string =>
  JSON.stringify(referencesOf(message).slice(0, message.header.numSignerAccounts))

/** Compares the compute budgets; every setting of the wallet must be a supported one. */
function compareBudgets(requested: ParsedTransaction, signed: ParsedTransaction): MessageVerdict {
  const [before, after] = [decodeTransaction(requested.wire), decodeTransaction(signed.wire)]
  if (before === undefined || after === undefined) return 'differs'
  const [feeBefore, feeAfter] = [
    priorityFeeOf(before.instructions) ?? 0n,
    priorityFeeOf(after.instructions) ?? 0n,
  ]
  const isKnown = after.instructions.filter(isBudget).every((one) => decodeBudgetSetting(one) !== undefined)
  const fee = verifyPriorityFee(feeBefore, feeAfter)
  if (!isKnown || fee === 'absurd') return 'differs'
  return fee === 'usual' ? 'same' : 'dear'
}

/** AdvanceNonceAccount as the first instruction makes a transaction valid until the nonce advances. */
const isDurable = ([first]: readonly Instruction[]): boolean =>
  first?.program === systemProgram && first.data[0] === 4

/** Whether any account has signed the message already: a change would invalidate that signature. */
const isSignedByAny = ({ signatures }: ParsedTransaction): boolean =>
  [...signatures.values()].some((one) => one !== undefined)

/** `dear`: the same, at a priority fee above the bound; the user may have set it in the wallet. */
export type MessageVerdict = 'same' | 'dear' | 'differs'

/**
 * Whether a signed message does exactly what the requested one does: the same version, signers, payer, instructions in
 * order, accounts by key or by table and index, and writable flags. A wallet may set another blockhash, the compute budget
 * up to the bound, and Lighthouse assertions. If another account has signed already, it may change nothing, since that
 * signature would become invalid. A message with a durable nonce retains its nonce.
 */
export function compareMessages(requested: ParsedTransaction, signed: ParsedTransaction): MessageVerdict {
  if (isSameBytes(requested.messageBytes, signed.messageBytes)) return 'same'
  if (isSignedByAny(requested) || requested.message.version !== signed.message.version) return 'differs'
  if (signersOf(requested.message) !== signersOf(signed.message)) return 'differs'
  const [before, after] = [instructionsOf(requested.message), instructionsOf(signed.message)]
  if (isDurable(before) && requested.message.lifetimeToken !== signed.message.lifetimeToken) return 'differs'
  const withoutBudget = (all: readonly Instruction[]) => all.filter((one) => !isOfBudget(one))
  const isExtended = isExtendedByAssertions(withoutBudget(before), withoutBudget(after))
  return isExtended ? compareBudgets(requested, signed) : 'differs'
}
