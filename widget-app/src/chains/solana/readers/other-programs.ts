import { wholeText } from '#widget/lib/whole-text.ts'
import type { Fact } from '../../request-facts.ts'
import { authority, emptiedInto, knownCall, type ProgramReader } from './program-call.ts'

/** Instructions of the Associated Token Account program; without data it is Create. */
export const readAssociatedToken: ProgramReader = ({ at, input }) => {
  const tag = input.isAtEnd() ? 0 : input.u8()
  if (tag > 2) return undefined
  if (tag === 2) return [knownCall('RecoverNested', { account: at(0), to: at(2), wallet: at(5) })]
  at(5)
  return [knownCall('CreateTokenAccount', { account: at(1), owner: at(2), mint: at(3) })]
}

const memoMaxLength = 280

/** The text of a memo, of which nothing is hidden; the memo programs take UTF-8 alone. */
export const readMemo: ProgramReader = ({ input }) => {
  try {
    const text = wholeText(new TextDecoder('utf-8', { fatal: true }).decode(input.rest()))
    const value = text.length > memoMaxLength ? `${text.slice(0, memoMaxLength)}…` : text
    return [{ is: 'known-call', name: 'Memo', lines: [{ label: 'text', value }] }]
  } catch {
    return undefined
  }
}

/** Instructions of the Address Lookup Table program. */
export const readLookupTableProgram: ProgramReader = ({ at, input, account }) => {
  switch (input.u32()) {
    case 0:
      input.u64()
      input.u8()
      return [knownCall('CreateLookupTable', { table: at(0), authority: at(1), payer: at(2) })]
    case 1:
      return [knownCall('FreezeLookupTable', { table: at(0) })]
    case 2:
      input.rest()
      return [knownCall('ExtendLookupTable', { table: at(0), authority: at(1) })]
    case 3:
      return [knownCall('DeactivateLookupTable', { table: at(0) })]
    case 4:
      return [emptiedInto('CloseLookupTable', at(0), at(2), account)]
    default:
      return undefined
  }
}

/** Instructions of the upgradeable BPF loader. */
export const readUpgradeableLoader: ProgramReader = ({ at, input, account, count }) => {
  switch (input.u32()) {
    case 0:
      return [knownCall('InitializeBuffer', { account: at(0) })]
    case 1:
      input.rest()
      return [knownCall('WriteProgramBuffer', { account: at(0) })]
    case 2:
      return [knownCall('DeployProgram', { program: at(2), payer: at(0), maximum: input.u64() })]
    case 3:
      return [knownCall('UpgradeProgram', { program: at(1), buffer: at(2), rent: at(3) })]
    case 4:
      return [authority('SetUpgradeAuthority', 'owner', count > 2 ? at(2) : undefined)]
    case 5:
      return [emptiedInto('CloseProgram', at(0), at(1), account)]
    case 6:
      return [knownCall('ExtendProgram', { account: at(0), bytes: input.u32() })]
    case 7:
      return [authority('SetUpgradeAuthority', 'owner', at(2))]
    case 8:
      return [knownCall('MigrateProgram', { account: at(0) })]
    case 9:
      return [knownCall('ExtendProgram', { account: at(0), bytes: input.u32() })]
    default:
      return undefined
  }
}

/** Instructions of the fourth loader. */
export const readLoaderV4: ProgramReader = ({ at, input }) => {
  const names = ['WriteProgram', 'CopyProgram', 'SetProgramLength', 'DeployProgram', 'RetractProgram']
  const tag = input.u32()
  if (tag === 5) return [authority('TransferProgramAuthority', 'owner', at(2))]
  input.rest()
  const name = tag === 6 ? 'FinalizeProgram' : names[tag]
  return name === undefined ? undefined : [knownCall(name, { account: at(0) })]
}

/** Instructions of the first loaders: a program's bytes, and their end. */
export const readFirstLoader: ProgramReader = ({ at, input }) => {
  const name = ['WriteProgram', 'FinalizeProgram'][input.u32()]
  input.rest()
  return name === undefined ? undefined : [knownCall(name, { account: at(0) })]
}

/** Lighthouse asserts what accounts hold, and fails otherwise; its first two instructions open and close an account. */
export const readLighthouse: ProgramReader = ({ input }) => {
  const tag = input.u8()
  input.rest()
  return isAssertion(tag) ? [knownCall('Assert')] : undefined
}

export const isAssertion = (tag: number | undefined): boolean => tag !== undefined && tag >= 2 && tag <= 17

/** Programs that check a signature in their own data: they take no accounts. */
export const readSignatureCheck: ProgramReader = ({ input, count }): readonly Fact[] | undefined => {
  input.rest()
  return count === 0 ? [knownCall('VerifySignature')] : undefined
}
