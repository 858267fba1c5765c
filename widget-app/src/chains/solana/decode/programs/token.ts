import type { Address } from '@solana/web3.js'
import type { DecodedAmount, Fact } from '../../../request-facts.ts'
import {
  authority,
  burn,
  byteReader,
  control,
  knownCall,
  type ProgramCall,
  type ProgramDecoder,
  sourceUnlessSigner,
  transferAll,
} from './program-call.ts'

/** Approvals from this amount on count as unlimited: half of the maximum of 64 bits. */
export const unlimitedFrom = 2n ** 63n

/** Token amounts are identified by their mint; if an instruction has no mint, by its token account. */
const tokenAmount = (mintOrAccount: Address, value: bigint): DecodedAmount => ({
  value,
  contract: mintOrAccount,
})

/** Authority types of SetAuthority, by number; from the fifth on they belong to Token-2022. */
const authorityTypes: readonly string[] = [
  ...['MintTokens', 'FreezeAccount', 'AccountOwner', 'CloseAccount', 'TransferFeeConfig', 'WithheldWithdraw'],
  ...['CloseMint', 'InterestRate', 'PermanentDelegate', 'ConfidentialTransferMint', 'TransferHookProgramId'],
  ...[
    'ConfidentialTransferFeeConfig',
    'MetadataPointer',
    'GroupPointer',
    'GroupMemberPointer',
    'ScaledUiAmount',
  ],
  ...['Pause', 'PermissionedBurn'],
]

const approval = (spender: Address, of: Address, value: bigint): Fact => ({
  is: 'approval',
  spender,
  figure: tokenAmount(of, value),
  isUnlimited: value >= unlimitedFrom,
})

function setAuthority({ at, input }: ProgramCall): readonly Fact[] | undefined {
  at(1)
  const type = authorityTypes[input.u8()]
  if (type === undefined) return undefined
  const right = type === 'PermanentDelegate' ? 'operator' : 'owner'
  return [authority(`SetAuthority: ${type}`, right, input.optional(input.key))]
}

/** Mints new tokens. The amount is part of the name, because nothing leaves the account. */
const mintTo = ({ at }: ProgramCall, amount: bigint): readonly Fact[] => {
  at(2)
  return [control(`MintTo: ${amount}`, at(1))]
}

/** Decodes a batch of instructions of the same program: counts, then accounts and data of each (SIMD-0266). */
function batch(call: ProgramCall): readonly Fact[] | undefined {
  const { input } = call
  const facts: Fact[] = []
  let used = 0
  while (!input.isAtEnd()) {
    const [count, length, start] = [input.u8(), input.u8(), used]
    const inner = byteReader(input.take(length))
    const at = (index: number) => {
      if (index >= count) throw new RangeError('The instruction names fewer accounts')
      return call.at(start + index)
    }
    used += count
    const tag = inner.u8()
    const decoded = tag === 255 ? undefined : decodeTokenTag(tag, { ...call, at, count, input: inner })
    if (decoded === undefined || !inner.isAtEnd()) return undefined
    facts.push(...decoded)
  }
  // Distinguishes a batch with a single transfer from a plain transfer.
  return [knownCall('Batch'), ...facts]
}

/** Decodes the instructions that SPL Token and Token-2022 share, by their first byte. */
export function decodeTokenTag(tag: number, call: ProgramCall): readonly Fact[] | undefined {
  const { at, input, account } = call
  const transfer = (by: Address, to: Address, of: Address, value: bigint): Fact => ({
    is: 'transfer',
    from: sourceUnlessSigner(by, account),
    source: at(0),
    to,
    figure: tokenAmount(of, value),
  })
  switch (tag) {
    case 0:
    case 20: {
      const [decimals, mintAuthority] = [input.u8(), input.key()]
      const freezeAuthority = input.optional(input.key)
      return [knownCall('InitializeMint', { mint: at(0), decimals, mintAuthority, freezeAuthority })]
    }
    case 1:
      return [knownCall('InitializeAccount', { account: at(0), mint: at(1), owner: at(2) })]
    case 2:
    case 19:
      return [knownCall('InitializeMultisig', { account: at(0), signers: input.u8() })]
    case 3:
      return [transfer(at(2), at(1), at(0), input.u64())]
    case 4:
      at(2)
      return [approval(at(1), at(0), input.u64())]
    case 5:
      return [knownCall('Revoke', { account: at(0), owner: at(1) })]
    case 6:
      return setAuthority(call)
    case 7:
      return mintTo(call, input.u64())
    case 8:
      return [burn(at(0), at(2), tokenAmount(at(1), input.u64()), account)]
    case 9:
      at(2)
      return [transferAll('CloseAccount', at(0), at(1), account)]
    case 10:
      return [control('FreezeAccount', at(0))]
    case 11:
      return [control('ThawAccount', at(0))]
    case 12: {
      const value = input.u64()
      input.u8()
      return [transfer(at(3), at(2), at(1), value)]
    }
    case 13: {
      const value = input.u64()
      input.u8()
      at(3)
      return [approval(at(2), at(1), value)]
    }
    case 14: {
      const amount = input.u64()
      input.u8()
      return mintTo(call, amount)
    }
    case 15: {
      const amount = input.u64()
      input.u8()
      return [burn(at(0), at(2), tokenAmount(at(1), amount), account)]
    }
    case 16:
    case 18:
      return [knownCall('InitializeAccount', { account: at(0), mint: at(1), owner: input.key() })]
    case 17:
      return [knownCall('SyncNative', { account: at(0) })]
    case 21:
      input.rest()
      return [knownCall('GetAccountDataSize', { mint: at(0) })]
    case 22:
      return [knownCall('InitializeImmutableOwner', { account: at(0) })]
    case 23:
      return [knownCall('AmountToUiAmount', { mint: at(0), amount: input.u64() })]
    case 24:
      return [knownCall('UiAmountToAmount', { mint: at(0), amount: new TextDecoder().decode(input.rest()) })]
    case 38:
      at(2)
      return [transferAll('WithdrawExcessLamports', at(0), at(1), account)]
    case 45: {
      at(2)
      const amount = input.optional(input.u64)
      return [
        transferAll('UnwrapLamports', at(0), at(1), account),
        ...(amount === undefined ? [] : [knownCall('UnwrapLamports', { amount })]),
      ]
    }
    case 255:
      return batch(call)
    default:
      return undefined
  }
}

/** Decodes instructions of SPL Token. */
export const decodeToken: ProgramDecoder = (call) => decodeTokenTag(call.input.u8(), call)
