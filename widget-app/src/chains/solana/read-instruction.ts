import { type Address, getAddressDecoder, getU32Decoder, getU64Decoder } from '@solana/web3.js'
import type { Fact, Figure } from '../request-facts.ts'
import { systemTransferTag, tokenTransferCheckedTag, tokenTransferTag } from './instructions.ts'
import { associatedTokenProgram, harmlessPrograms, systemProgram, tokenPrograms } from './programs.ts'
import type { ReadInstruction } from './read-transaction.ts'

/** From here on an approval means all there is: half of what an amount of 64 bits can say. */
const unlimitedFrom = 2n ** 63n

const lamports = (value: bigint): Figure => ({ value, contract: undefined })
const u64 = (data: Uint8Array, at: number): bigint => getU64Decoder().decode(data, at)
const known = (name: string): Fact => ({ is: 'known-call', name, lines: [] })

/** First bytes of the System program's other instructions, and of the token programs'. */
const system = {
  create: 0,
  assign: 1,
  createSeeded: 3,
  advanceNonce: 4,
  assignSeeded: 10,
  transferSeeded: 11,
}
const token = { approve: 4, revoke: 5, setAuthority: 6, close: 9, approveChecked: 13 }

function systemFact({ accounts, data }: ReadInstruction, account: string): Fact {
  const [first, second, third] = accounts
  const taken = first === account ? undefined : first
  switch (getU32Decoder().decode(data)) {
    case systemTransferTag:
      return { is: 'transfer', from: taken, to: second ?? '', figure: lamports(u64(data, 4)) }
    case system.transferSeeded:
      return { is: 'transfer', from: taken, to: third ?? '', figure: lamports(u64(data, 4)) }
    case system.create:
    case system.createSeeded:
      return known('CreateAccount')
    case system.assign:
      return { is: 'authority', name: 'Assign', right: 'account', to: getAddressDecoder().decode(data, 4) }
    case system.assignSeeded:
      return { is: 'authority', name: 'AssignWithSeed', right: 'account', to: undefined }
    case system.advanceNonce:
      return { is: 'durable', account: first ?? '' }
    default:
      return known('System')
  }
}

/** Amounts of tokens are known by their mint; an instruction that names none is known by its token account. */
const figureOf = (mint: Address | undefined, source: Address | undefined, value: bigint): Figure => ({
  value,
  contract: mint ?? source ?? '',
})

function tokenFact({ accounts, data }: ReadInstruction, account: string): Fact {
  const [first, second, third, fourth] = accounts
  const taken = (authority: Address | undefined) => (authority === account ? undefined : authority)
  switch (data[0]) {
    case tokenTransferTag:
      return {
        is: 'transfer',
        from: taken(third),
        to: second ?? '',
        figure: figureOf(undefined, first, u64(data, 1)),
      }
    case tokenTransferCheckedTag:
      return {
        is: 'transfer',
        from: taken(fourth),
        to: third ?? '',
        figure: figureOf(second, first, u64(data, 1)),
      }
    case token.approve:
    case token.approveChecked: {
      const isChecked = data[0] === token.approveChecked
      const value = u64(data, 1)
      return {
        is: 'approval',
        spender: (isChecked ? third : second) ?? '',
        figure: figureOf(isChecked ? second : undefined, first, value),
        isUnlimited: value >= unlimitedFrom,
      }
    }
    case token.revoke:
      return known('Revoke')
    case token.setAuthority: {
      const isNew = data[2] === 1
      return {
        is: 'authority',
        name: 'SetAuthority',
        right: 'owner',
        to: isNew ? getAddressDecoder().decode(data, 3) : undefined,
      }
    }
    case token.close:
      return second === account ? known('CloseAccount') : { is: 'transfer-all', to: second ?? '' }
    default:
      return known('Token')
  }
}

/**
 * What an instruction does; `undefined` for those that only set a price or leave a note. An unknown program that is
 * handed the account's signature may take whatever the account has.
 */
export function readInstruction(instruction: ReadInstruction, account: string): Fact | undefined {
  const { program, accounts } = instruction
  if (program !== undefined && harmlessPrograms.includes(program)) return undefined
  if (program === systemProgram) return systemFact(instruction, account)
  if (program !== undefined && tokenPrograms.includes(program)) return tokenFact(instruction, account)
  if (program === associatedTokenProgram) return known('CreateTokenAccount')
  return {
    is: 'unknown-call',
    to: program ?? '',
    selector: undefined,
    figure: undefined,
    mayTake: accounts.some((one) => one === account),
  }
}
