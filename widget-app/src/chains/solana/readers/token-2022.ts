import type { Fact } from '../../request-facts.ts'
import { authority, knownCall, type ProgramCall, type ProgramReader, takenFrom } from './program-call.ts'
import { readTokenTag } from './token.ts'

/** Instructions of extensions by the byte after the extension's own; none of these moves anything. */
const extensionCalls: { readonly [tag: number]: { readonly [sub: number]: string } } = {
  28: { 0: 'InitializeDefaultAccountState', 1: 'UpdateDefaultAccountState' },
  30: { 0: 'EnableRequiredTransferMemos', 1: 'DisableRequiredTransferMemos' },
  33: { 0: 'InitializeInterestBearingMint', 1: 'UpdateInterestRate' },
  34: { 0: 'EnableCpiGuard', 1: 'DisableCpiGuard' },
  36: { 0: 'InitializeTransferHook', 1: 'UpdateTransferHook' },
  37: {
    0: 'InitializeConfidentialTransferFeeConfig',
    1: 'WithdrawWithheldTokensFromMint',
    2: 'WithdrawWithheldTokensFromAccounts',
    3: 'HarvestWithheldTokensToMint',
    4: 'EnableHarvestToMint',
    5: 'DisableHarvestToMint',
  },
  39: { 0: 'InitializeMetadataPointer', 1: 'UpdateMetadataPointer' },
  40: { 0: 'InitializeGroupPointer', 1: 'UpdateGroupPointer' },
  41: { 0: 'InitializeGroupMemberPointer', 1: 'UpdateGroupMemberPointer' },
  43: { 0: 'InitializeScaledUiAmount', 1: 'UpdateScaledUiAmountMultiplier' },
  44: { 0: 'InitializePausable', 1: 'Pause', 2: 'Resume' },
}

const confidentialCalls: { readonly [sub: number]: string } = {
  0: 'InitializeConfidentialTransferMint',
  1: 'UpdateConfidentialTransferMint',
  2: 'ConfigureConfidentialAccount',
  3: 'ApproveConfidentialAccount',
  4: 'EmptyConfidentialAccount',
  5: 'ConfidentialDeposit',
  6: 'ConfidentialWithdraw',
  8: 'ApplyPendingBalance',
  9: 'EnableConfidentialCredits',
  10: 'DisableConfidentialCredits',
  11: 'EnableNonConfidentialCredits',
  12: 'DisableNonConfidentialCredits',
  14: 'ConfigureConfidentialAccountWithRegistry',
}

/** First bytes of the token metadata and token group interfaces. */
const interfaceCalls: { readonly [discriminator: string]: string } = {
  '210,225,30,162,88,184,77,141': 'InitializeTokenMetadata',
  '221,233,49,45,181,202,220,200': 'UpdateTokenMetadataField',
  '234,18,32,56,89,141,37,181': 'RemoveTokenMetadataKey',
  '250,166,180,250,13,12,184,70': 'EmitTokenMetadata',
  '121,113,108,39,54,51,0,4': 'InitializeTokenGroup',
  '108,37,171,143,248,30,18,110': 'UpdateTokenGroupMaxSize',
  '152,32,222,176,223,237,116,134': 'InitializeTokenGroupMember',
}
const interfaceAuthorities: { readonly [discriminator: string]: string } = {
  '215,228,166,228,84,100,86,123': 'UpdateTokenMetadataAuthority',
  '161,105,88,1,237,221,216,203': 'UpdateTokenGroupAuthority',
}

/** Fees that mints keep (extension 1): a transfer that states its fee, and what becomes of the fees kept. */
function readTransferFee({ at, input, account }: ProgramCall): readonly Fact[] | undefined {
  switch (input.u8()) {
    case 0: {
      input.rest()
      return [knownCall('InitializeTransferFeeConfig', { mint: at(0) })]
    }
    case 1: {
      const value = input.u64()
      const [decimals, fee] = [input.u8(), input.u64()]
      return [
        { is: 'transfer', from: takenFrom(at(3), account), to: at(2), figure: { value, contract: at(1) } },
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
      return [knownCall('SetTransferFee', { mint: at(0) })]
    default:
      return undefined
  }
}

/** Amounts of a confidential transfer are encrypted: it may move everything. */
function readConfidential({ at, input }: ProgramCall): readonly Fact[] | undefined {
  const sub = input.u8()
  input.rest()
  if (sub === 7 || sub === 13)
    return [
      { is: 'transfer-all', to: at(2), of: { contract: at(1) } },
      knownCall('ConfidentialTransfer', { mint: at(1) }),
    ]
  const name = confidentialCalls[sub]
  return name === undefined ? undefined : [knownCall(name, { account: at(0) })]
}

function readInterface(tag: number, { at, input }: ProgramCall): readonly Fact[] | undefined {
  const discriminator = [tag, ...input.take(7)].join()
  const handsOver = interfaceAuthorities[discriminator]
  if (handsOver !== undefined) return [authority(handsOver, 'owner', input.key())]
  input.rest()
  const name = interfaceCalls[discriminator]
  return name === undefined ? undefined : [knownCall(name, { account: at(0) })]
}

/** Instructions of Token-2022: those of SPL Token, and those of its extensions. */
export const readToken2022: ProgramReader = (call) => {
  const { at, input } = call
  const tag = input.u8()
  switch (tag) {
    case 25:
      return [
        knownCall('InitializeMintCloseAuthority', { mint: at(0), authority: input.optional(input.key) }),
      ]
    case 26:
      return readTransferFee(call)
    case 27:
      return readConfidential(call)
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
      const shared = readTokenTag(tag, call)
      if (shared !== undefined) return shared
      const known = extensionCalls[tag]
      if (known === undefined) return readInterface(tag, call)
      const name = known[input.u8()]
      input.rest()
      return name === undefined ? undefined : [knownCall(name, { account: at(0) })]
    }
  }
}
