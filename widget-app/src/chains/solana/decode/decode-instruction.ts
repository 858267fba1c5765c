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
import { decodeBudgetSetting, isBudget } from '../transactions/compute-budget.ts'
import type { DecodedInstruction } from './decode-transaction.ts'
import {
  decodeAssociatedToken,
  decodeFirstLoader,
  decodeLighthouse,
  decodeLoaderV4,
  decodeLookupTableProgram,
  decodeMemo,
  decodeSignatureCheck,
  decodeUpgradeableLoader,
} from './programs/other-programs.ts'
import { byteReader, isAuthorityTransfer, linesOf, type ProgramDecoder } from './programs/program-call.ts'
import { decodeStake, decodeVote } from './programs/stake.ts'
import { decodeSystem } from './programs/system.ts'
import { decodeToken } from './programs/token.ts'
import { decodeToken2022 } from './programs/token-2022.ts'

/** All decoders. A program without one may do anything. */
const decoders: ReadonlyMap<string, ProgramDecoder> = new Map<string, ProgramDecoder>([
  [systemProgram, decodeSystem],
  [tokenProgram, decodeToken],
  [token2022Program, decodeToken2022],
  [associatedTokenProgram, decodeAssociatedToken],
  [stakeProgram, decodeStake],
  [voteProgram, decodeVote],
  [lookupTableProgram, decodeLookupTableProgram],
  [upgradeableLoader, decodeUpgradeableLoader],
  [loaderV4, decodeLoaderV4],
  [lighthouseProgram, decodeLighthouse],
  ...firstLoaders.map((loader) => [loader, decodeFirstLoader] as const),
  ...memoPrograms.map((memo) => [memo, decodeMemo] as const),
  ...signaturePrograms.map((program) => [program, decodeSignatureCheck] as const),
])

const selectorLength = 8

const hexOf = (bytes: Uint8Array): string =>
  `0x${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`

/** An authority that the account itself gets is no authority of another account: the account revokes or retains it. */
const withoutOwnAuthority = (fact: Fact, account: string): Fact =>
  fact.is === 'authority' && fact.to === account && isAuthorityTransfer(fact.name)
    ? { is: 'known-call', name: fact.name, lines: linesOf({ authority: account }) }
    : fact

/** Facts of an instruction that its program's decoder supports; `undefined` for all others. */
function decodeKnown(
  { program, accounts, data }: DecodedInstruction,
  account: string,
): readonly Fact[] | undefined {
  const decoder = program === undefined ? undefined : decoders.get(program)
  if (program === undefined || decoder === undefined) return undefined
  const input = byteReader(data)
  const at = (index: number): Address => {
    const accountAt = accounts[index]
    if (accountAt === undefined) throw new RangeError('The instruction names fewer accounts')
    return accountAt
  }
  try {
    const facts = decoder({ program, account, at, count: accounts.length, input })
    if (facts === undefined) return undefined
    const decoded = facts.map((fact) => withoutOwnAuthority(fact, account))
    return input.isAtEnd()
      ? decoded
      : [...decoded, { is: 'term', name: 'trailing-data', text: hexOf(input.rest()) }]
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
export function decodeInstruction(
  instruction: DecodedInstruction,
  account: string,
  touches: (instruction: DecodedInstruction) => boolean,
): readonly Fact[] {
  if (isBudget(instruction) && decodeBudgetSetting(instruction) !== undefined) return []
  const known = decodeKnown(instruction, account)
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
