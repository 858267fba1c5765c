import { decodeMessage } from '../../../decode-message.ts'
import type { Fact } from '../../../request-facts.ts'
import { maxTokenAccountRent, tokenAccountRent } from '../../programs.ts'
import {
  authority,
  authorityOf,
  control,
  knownCall,
  lamports,
  type ProgramCall,
  type ProgramDecoder,
  sourceUnlessSigner,
  transferAll,
} from './program-call.ts'

/** Decodes instructions of the Associated Token Account program; without data it is Create. */
export const decodeAssociatedToken: ProgramDecoder = ({ at, input, account }) => {
  const tag = input.isAtEnd() ? 0 : input.u8()
  if (tag > 2) return undefined
  if (tag === 2) return [knownCall('RecoverNested', { account: at(0), to: at(2), wallet: at(5) })]
  at(5)
  const created = knownCall('CreateTokenAccount', { account: at(1), owner: at(2), mint: at(3) })
  // The owner can close the account and gets the rent back: for the user's own account it is a deposit.
  const deposit = at(0) === account ? lamports(maxTokenAccountRent) : undefined
  return at(2) === account
    ? [{ ...created, deposit }]
    : [
        {
          is: 'transfer',
          from: sourceUnlessSigner(at(0), account),
          to: at(1),
          figure: lamports(tokenAccountRent),
        },
        created,
      ]
}

const isText = (bytes: Uint8Array): boolean => {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}

/**
 * Decodes a memo's whole text like a signed message: services accept the memo of a signed transaction instead of a signed
 * message if a hardware wallet cannot sign messages. The memo programs accept only UTF-8.
 */
export const decodeMemo: ProgramDecoder = ({ input }) => {
  const bytes = input.rest()
  return isText(bytes) ? [decodeMessage(bytes), { is: 'known-call', name: 'Memo', lines: [] }] : undefined
}

/** Decodes instructions of the Address Lookup Table program. */
export const decodeLookupTableProgram: ProgramDecoder = ({ at, input, account }) => {
  switch (input.u32()) {
    case 0:
      input.u64()
      input.u8()
      return authorityOf('CreateLookupTable', at(1), account)
    case 1:
      return [control('FreezeLookupTable', at(0))]
    case 2:
      input.rest()
      return [control('ExtendLookupTable', at(0))]
    case 3:
      return [control('DeactivateLookupTable', at(0))]
    case 4:
      return [transferAll('CloseLookupTable', at(0), at(2), account)]
    default:
      return undefined
  }
}

/** Rent-exempt minimum per byte of an account, in lamports. */
const lamportsPerByte = 6_960n

/** Extends any program's account: what is paid for it stays there. The payer is named only if there is a cost. */
function extendProgram({ at, input, account, count }: ProgramCall, payerAt: number): readonly Fact[] {
  const bytes = input.u32()
  const extendCall = knownCall('ExtendProgram', { account: at(0), bytes })
  if (count <= payerAt) return [extendCall]
  const figure = lamports(BigInt(bytes) * lamportsPerByte)
  return [{ is: 'transfer', from: sourceUnlessSigner(at(payerAt), account), to: at(0), figure }, extendCall]
}

/** Decodes instructions of the upgradeable BPF loader. */
export const decodeUpgradeableLoader: ProgramDecoder = (call) => {
  const { at, input, account, count } = call
  switch (input.u32()) {
    case 0:
      return authorityOf('InitializeBuffer', at(1), account)
    case 1:
      input.rest()
      return [control('WriteProgramBuffer', at(0))]
    case 2:
      input.u64()
      return [control('DeployProgram', at(2))]
    case 3:
      return [control('UpgradeProgram', at(1)), transferAll('UpgradeProgram', at(2), at(3), account)]
    case 4:
      return [authority('SetUpgradeAuthority', 'owner', count > 2 ? at(2) : undefined)]
    case 5:
      // With a fourth account it closes a program, otherwise a buffer.
      return [
        ...(count > 3 ? [control('CloseProgram', at(3))] : []),
        transferAll('CloseProgram', at(0), at(1), account),
      ]
    case 6:
      return extendProgram(call, 3)
    case 7:
      return [authority('SetUpgradeAuthority', 'owner', at(2))]
    case 8:
      return [control('MigrateProgram', at(1))]
    case 9:
      return extendProgram(call, 4)
    default:
      return undefined
  }
}

/** Decodes instructions of loader v4. */
export const decodeLoaderV4: ProgramDecoder = ({ at, input, account, count }) => {
  const names = ['WriteProgram', 'CopyProgram', 'SetProgramLength', 'DeployProgram', 'RetractProgram']
  const tag = input.u32()
  if (tag === 5) return [authority('TransferProgramAuthority', 'owner', at(2))]
  input.rest()
  const name = tag === 6 ? 'FinalizeProgram' : names[tag]
  if (name === undefined) return undefined
  // A shorter program needs less rent; the rest goes to this account.
  const rest = tag === 2 && count > 2 ? [transferAll('SetProgramLength', at(0), at(2), account)] : []
  return [control(name, at(0)), ...rest]
}

/** Decodes instructions of the first loaders: write and finalize. */
export const decodeFirstLoader: ProgramDecoder = ({ at, input }) => {
  const name = ['WriteProgram', 'FinalizeProgram'][input.u32()]
  input.rest()
  return name === undefined ? undefined : [control(name, at(0))]
}

/**
 * Decodes Lighthouse instructions, which assert the state of accounts; its first two instructions open and close an account.
 */
export const decodeLighthouse: ProgramDecoder = ({ input }) => {
  const tag = input.u8()
  input.rest()
  return isAssertion(tag) ? [knownCall('Assert')] : undefined
}

export const isAssertion = (tag: number | undefined): boolean => tag !== undefined && tag >= 2 && tag <= 17

/** Decodes programs that verify a signature in their own data: they have no accounts. */
export const decodeSignatureCheck: ProgramDecoder = ({ input, count }): readonly Fact[] | undefined => {
  input.rest()
  return count === 0 ? [knownCall('VerifySignature')] : undefined
}
