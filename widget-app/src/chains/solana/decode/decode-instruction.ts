import type { Address } from '@solana/web3.js'
import type { Fact } from '../../request-facts.ts'
import {
  associatedTokenProgram,
  firstLoaders,
  lighthouseProgram,
  loaderV4,
  lookupTableProgram,
  memoPrograms,
  signaturePrograms,
  stakeProgram,
  systemProgram,
  token2022Program,
  tokenProgram,
  upgradeableLoader,
  voteProgram,
} from '../programs.ts'
import { isBudget, readBudgetSetting } from '../transactions/compute-budget.ts'
import type { ReadInstruction } from './decode-transaction.ts'
import {
  readAssociatedToken,
  readFirstLoader,
  readLighthouse,
  readLoaderV4,
  readLookupTableProgram,
  readMemo,
  readSignatureCheck,
  readUpgradeableLoader,
} from './programs/other-programs.ts'
import { byteReader, isHandOver, linesOf, type ProgramReader } from './programs/program-call.ts'
import { readStake, readVote } from './programs/stake.ts'
import { readSystem } from './programs/system.ts'
import { readToken } from './programs/token.ts'
import { readToken2022 } from './programs/token-2022.ts'

/** All decoders. A program without one may do anything. */
const readers: ReadonlyMap<string, ProgramReader> = new Map<string, ProgramReader>([
  [systemProgram, readSystem],
  [tokenProgram, readToken],
  [token2022Program, readToken2022],
  [associatedTokenProgram, readAssociatedToken],
  [stakeProgram, readStake],
  [voteProgram, readVote],
  [lookupTableProgram, readLookupTableProgram],
  [upgradeableLoader, readUpgradeableLoader],
  [loaderV4, readLoaderV4],
  [lighthouseProgram, readLighthouse],
  ...firstLoaders.map((loader) => [loader, readFirstLoader] as const),
  ...memoPrograms.map((memo) => [memo, readMemo] as const),
  ...signaturePrograms.map((program) => [program, readSignatureCheck] as const),
])

const selectorLength = 8

const hexOf = (bytes: Uint8Array): string =>
  `0x${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`

/** An authority that the account itself gets is no authority of another account: the account revokes or retains it. */
const asOwn = (fact: Fact, account: string): Fact =>
  fact.is === 'authority' && fact.to === account && isHandOver(fact.name)
    ? { is: 'known-call', name: fact.name, lines: linesOf({ authority: account }) }
    : fact

/** Facts of an instruction that its program's decoder supports; `undefined` for all others. */
function readKnown(
  { program, accounts, data }: ReadInstruction,
  account: string,
): readonly Fact[] | undefined {
  const reader = program === undefined ? undefined : readers.get(program)
  if (program === undefined || reader === undefined) return undefined
  const input = byteReader(data)
  const at = (index: number): Address => {
    const named = accounts[index]
    if (named === undefined) throw new RangeError('The instruction names fewer accounts')
    return named
  }
  try {
    const facts = reader({ program, account, at, count: accounts.length, input })
    if (facts === undefined) return undefined
    const read = facts.map((fact) => asOwn(fact, account))
    return input.isAtEnd()
      ? read
      : [...read, { is: 'term', name: 'trailing-data', text: hexOf(input.rest()) }]
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

/**
 * Facts of an instruction, by program and instruction. A compute-budget setting has none, because the fee covers it.
 * An unknown instruction may take assets of the account if it gets the account's signature or writes to accounts that the
 * account owns; `touches` decides the latter.
 */
export function readInstruction(
  instruction: ReadInstruction,
  account: string,
  touches: (instruction: ReadInstruction) => boolean,
): readonly Fact[] {
  if (isBudget(instruction) && readBudgetSetting(instruction) !== undefined) return []
  const known = readKnown(instruction, account)
  if (known !== undefined) return known
  const { program, accounts, data } = instruction
  return [
    {
      is: 'unknown-call',
      to: program ?? '',
      selector: data.length === 0 ? undefined : hexOf(data.slice(0, selectorLength)),
      figure: undefined,
      mayTake: accounts.some((one) => one === account) || touches(instruction),
    },
  ]
}
