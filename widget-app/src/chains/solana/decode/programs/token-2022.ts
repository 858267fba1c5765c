import type { Fact } from '../../../request-facts.ts'
import type { HarmlessCall } from './harmless-calls.ts'
import {
  authority,
  authorityOf,
  control,
  knownCall,
  type ProgramCall,
  type ProgramDecoder,
  sourceUnlessSigner,
} from './program-call.ts'
import { decodeTokenTag } from './token.ts'

type Calls = { readonly [sub: number]: HarmlessCall }
type Controls = { readonly [sub: number]: string }

/** Instructions of extensions that move nothing and change no authority, by the extension's byte and the byte after it. */
const extensionCalls: { readonly [tag: number]: Calls } = {
  28: { 0: 'InitializeDefaultAccountState' },
  30: { 0: 'EnableRequiredTransferMemos', 1: 'DisableRequiredTransferMemos' },
  33: { 0: 'InitializeInterestBearingMint' },
  34: { 0: 'EnableCpiGuard' },
  36: { 0: 'InitializeTransferHook' },
  37: { 0: 'InitializeConfidentialTransferFeeConfig', 3: 'HarvestWithheldTokensToMint' },
  39: { 0: 'InitializeMetadataPointer' },
  40: { 0: 'InitializeGroupPointer' },
  41: { 0: 'InitializeGroupMemberPointer' },
  43: { 0: 'InitializeScaledUiAmount' },
  44: { 0: 'InitializePausable' },
}

/** Instructions that change what a mint does to its holders, or what protects a token account. */
const extensionControls: { readonly [tag: number]: Controls } = {
  28: { 1: 'UpdateDefaultAccountState' },
  33: { 1: 'UpdateInterestRate' },
  34: { 1: 'DisableCpiGuard' },
  36: { 1: 'UpdateTransferHook' },
  37: { 4: 'EnableHarvestToMint', 5: 'DisableHarvestToMint' },
  39: { 1: 'UpdateMetadataPointer' },
  40: { 1: 'UpdateGroupPointer' },
  41: { 1: 'UpdateGroupMemberPointer' },
  43: { 1: 'UpdateScaledUiAmountMultiplier' },
  44: { 1: 'Pause', 2: 'Resume' },
}

/** Withdraws withheld fees of confidential transfers, from the mint or from accounts: the recipient gets all of them. */
const withheldCalls: { readonly [sub: number]: HarmlessCall } = {
  1: 'WithdrawWithheldTokensFromMint',
  2: 'WithdrawWithheldTokensFromAccounts',
}

const confidentialCalls: Calls = {
  0: 'InitializeConfidentialTransferMint',
  4: 'EmptyConfidentialAccount',
  6: 'ConfidentialWithdraw',
  8: 'ApplyPendingBalance',
  9: 'EnableConfidentialCredits',
  10: 'DisableConfidentialCredits',
  11: 'EnableNonConfidentialCredits',
  12: 'DisableNonConfidentialCredits',
}

/** Settings of confidential transfers and the keys that encrypt balances: the site could set its own keys. */
const confidentialControls: Controls = {
  1: 'UpdateConfidentialTransferMint',
  2: 'ConfigureConfidentialAccount',
  3: 'ApproveConfidentialAccount',
  14: 'ConfigureConfidentialAccountWithRegistry',
}

/** First bytes of instructions of the token metadata and token group interfaces, which change a token's name and group. */
const interfaceControls: { readonly [discriminator: string]: string } = {
  '221,233,49,45,181,202,220,200': 'UpdateTokenMetadataField',
  '234,18,32,56,89,141,37,181': 'RemoveTokenMetadataKey',
  '108,37,171,143,248,30,18,110': 'UpdateTokenGroupMaxSize',
  '152,32,222,176,223,237,116,134': 'InitializeTokenGroupMember',
}
const interfaceAuthorities: { readonly [discriminator: string]: string } = {
  '215,228,166,228,84,100,86,123': 'UpdateTokenMetadataAuthority',
  '161,105,88,1,237,221,216,203': 'UpdateTokenGroupAuthority',
}
const emitMetadata = '250,166,180,250,13,12,184,70'
const initializeMetadata = '210,225,30,162,88,184,77,141'
const initializeGroup = '121,113,108,39,54,51,0,4'

/** Transfer fees (extension 1): transfers that state their fee, and withdrawals of withheld fees. */
function decodeTransferFee({ at, input, account }: ProgramCall): readonly Fact[] | undefined {
  switch (input.u8()) {
    case 0: {
      input.rest()
      return [knownCall('InitializeTransferFeeConfig', { mint: at(0) })]
    }
    case 1: {
      const value = input.u64()
      const [decimals, fee] = [input.u8(), input.u64()]
      return [
        {
          ...{ is: 'transfer', from: sourceUnlessSigner(at(3), account), source: at(0), to: at(2) },
          figure: { value, contract: at(1) },
        },
        knownCall('TransferCheckedWithFee', { mint: at(1), fee, decimals }),
      ]
    }
    case 2:
      at(2)
      return [{ is: 'transfer-all', to: at(1) }, knownCall('WithdrawWithheldTokensFromMint', { mint: at(0) })]
    case 3:
      at(2)
      input.u8()
      return [
        { is: 'transfer-all', to: at(1) },
        knownCall('WithdrawWithheldTokensFromAccounts', { mint: at(0) }),
      ]
    case 4:
      return [knownCall('HarvestWithheldTokensToMint', { mint: at(0) })]
    case 5:
      input.rest()
      return [control('SetTransferFee', at(0))]
    default:
      return undefined
  }
}

/** Amounts of confidential transfers are encrypted: a transfer may move everything. */
function decodeConfidential({ at, input, account }: ProgramCall): readonly Fact[] | undefined {
  const sub = input.u8()
  if (sub === 5) {
    // No simulation shows an encrypted balance: the amount leaves the visible one.
    const value = input.u64()
    input.u8()
    return [
      {
        is: 'transfer',
        from: sourceUnlessSigner(at(2), account),
        to: at(0),
        figure: { value, contract: at(1) },
      },
      knownCall('ConfidentialDeposit', { mint: at(1) }),
    ]
  }
  input.rest()
  if (sub === 7 || sub === 13)
    return [
      { is: 'transfer-all', to: at(2), of: { contract: at(1) } },
      knownCall('ConfidentialTransfer', { mint: at(1) }),
    ]
  const controls = confidentialControls[sub]
  if (controls !== undefined) return [control(controls, at(0))]
  const name = confidentialCalls[sub]
  return name === undefined ? undefined : [knownCall(name, { account: at(0) })]
}

function decodeInterface(tag: number, { at, input, account }: ProgramCall): readonly Fact[] | undefined {
  const discriminator = [tag, ...input.take(7)].join()
  const authorityName = interfaceAuthorities[discriminator]
  if (authorityName !== undefined) return [authority(authorityName, 'owner', input.key())]
  if (discriminator === initializeGroup) {
    const holder = input.key()
    input.rest()
    return authorityOf('InitializeTokenGroup', holder, account)
  }
  input.rest()
  if (discriminator === initializeMetadata) return authorityOf('InitializeTokenMetadata', at(1), account)
  if (discriminator === emitMetadata) return [knownCall('EmitTokenMetadata', { account: at(0) })]
  const name = interfaceControls[discriminator]
  return name === undefined ? undefined : [control(name, at(0))]
}

/** Decodes an instruction of an extension, by the byte after the extension's own. */
function decodeExtension(tag: number, { at, input }: ProgramCall): readonly Fact[] | undefined {
  const sub = input.u8()
  input.rest()
  const withheldCall = tag === 37 ? withheldCalls[sub] : undefined
  if (withheldCall !== undefined)
    return [{ is: 'transfer-all', to: at(1) }, knownCall(withheldCall, { mint: at(0) })]
  const controls = extensionControls[tag]?.[sub]
  if (controls !== undefined) return [control(controls, at(0))]
  const name = extensionCalls[tag]?.[sub]
  return name === undefined ? undefined : [knownCall(name, { account: at(0) })]
}

/** Decodes instructions of Token-2022: those of SPL Token, and those of its extensions. */
export const decodeToken2022: ProgramDecoder = (call) => {
  const { at, input } = call
  const tag = input.u8()
  switch (tag) {
    case 25:
      return [
        knownCall('InitializeMintCloseAuthority', { mint: at(0), authority: input.optional(input.key) }),
      ]
    case 26:
      return decodeTransferFee(call)
    case 27:
      return decodeConfidential(call)
    case 29:
      input.rest()
      return [knownCall('Reallocate', { account: at(0), payer: at(1) })]
    case 31:
      return [knownCall('CreateNativeMint')]
    case 32:
      return [knownCall('InitializeNonTransferableMint', { mint: at(0) })]
    case 35:
      return [authority('InitializePermanentDelegate', 'operator', input.key())]
    default: {
      const shared = decodeTokenTag(tag, call)
      if (shared !== undefined) return shared
      return tag in extensionCalls ? decodeExtension(tag, call) : decodeInterface(tag, call)
    }
  }
}
