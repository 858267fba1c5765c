import type { Address } from '@solana/web3.js'
import { describe, expect, it } from 'vitest'
import { decodeWith } from '../../testing/program-call.ts'
import { keyBytes, u64 } from '../../testing/transactions.ts'
import { alice, bob, mint, thief, vault } from '../../testing/unit-world.ts'
import { decodeToken2022 } from './token-2022.ts'

type Row = readonly [
  name: string,
  accounts: readonly Address[],
  bytes: readonly number[],
  facts: readonly object[],
]

const transfer = (from: Address | undefined, to: Address) => ({
  ...{ is: 'transfer', from, to },
  figure: { value: 5n, contract: mint },
})
const transferAll = (to: Address, of?: object) => ({ is: 'transfer-all', to, ...(of && { of }) })
const authority = (name: string, kind: string, to: Address) => ({ is: 'authority', name, right: kind, to })
const call = (name: string, values: object = {}) => ({
  ...{ is: 'known-call', name },
  lines: Object.entries(values).map(([label, value]) => ({ label, value: String(value) })),
})
const five = u64(5n)
const updateAuthority = [215, 228, 166, 228, 84, 100, 86, 123]
const groupAuthority = [161, 105, 88, 1, 237, 221, 216, 203]
const initializeMetadata = [210, 225, 30, 162, 88, 184, 77, 141]
const initializeGroup = [121, 113, 108, 39, 54, 51, 0, 4]

/** Each with the minimum number of accounts. */
const rows: readonly Row[] = [
  [
    'InitializeMintCloseAuthority',
    [mint],
    [25, 1, ...keyBytes(bob)],
    [call('InitializeMintCloseAuthority', { mint, authority: bob })],
  ],
  ['InitializeTransferFeeConfig', [mint], [26, 0, 1, 2, 3], [call('InitializeTransferFeeConfig', { mint })]],
  [
    'TransferCheckedWithFee',
    [vault, mint, thief, alice],
    [26, 1, ...five, 6, ...u64(1n)],
    [
      { ...transfer(undefined, thief), source: vault },
      call('TransferCheckedWithFee', { mint, fee: 1, decimals: 6 }),
    ],
  ],
  [
    'TransferCheckedWithFee of another’s',
    [vault, mint, thief, bob],
    [26, 1, ...five, 6, ...u64(1n)],
    [
      { ...transfer(bob, thief), source: vault },
      call('TransferCheckedWithFee', { mint, fee: 1, decimals: 6 }),
    ],
  ],
  [
    'WithdrawWithheldTokensFromMint',
    [mint, thief, alice],
    [26, 2],
    [transferAll(thief), call('WithdrawWithheldTokensFromMint', { mint })],
  ],
  [
    'WithdrawWithheldTokensFromAccounts',
    [mint, thief, alice],
    [26, 3, 1],
    [transferAll(thief), call('WithdrawWithheldTokensFromAccounts', { mint })],
  ],
  ['HarvestWithheldTokensToMint', [mint], [26, 4], [call('HarvestWithheldTokensToMint', { mint })]],
  ['SetTransferFee', [mint], [26, 5, 1, 2], [authority('SetTransferFee', 'control', mint)]],
  [
    'ConfidentialDeposit',
    [vault, mint, alice],
    [27, 5, ...five, 6],
    [transfer(undefined, vault), call('ConfidentialDeposit', { mint })],
  ],
  [
    'ConfidentialDeposit of another’s',
    [vault, mint, bob],
    [27, 5, ...five, 6],
    [transfer(bob, vault), call('ConfidentialDeposit', { mint })],
  ],
  ...[7, 13].map(
    (sub): Row => [
      `ConfidentialTransfer, number ${sub}`,
      [vault, mint, thief],
      [27, sub, 1, 2, 3],
      [transferAll(thief, { contract: mint }), call('ConfidentialTransfer', { mint })],
    ],
  ),
  ...(
    [
      [1, 'UpdateConfidentialTransferMint'],
      [2, 'ConfigureConfidentialAccount'],
      [3, 'ApproveConfidentialAccount'],
      [14, 'ConfigureConfidentialAccountWithRegistry'],
    ] as const
  ).map(([sub, name]): Row => [name, [vault], [27, sub, 1], [authority(name, 'control', vault)]]),
  ...(
    [
      [0, 'InitializeConfidentialTransferMint'],
      [4, 'EmptyConfidentialAccount'],
      [6, 'ConfidentialWithdraw'],
      [8, 'ApplyPendingBalance'],
      [9, 'EnableConfidentialCredits'],
      [10, 'DisableConfidentialCredits'],
      [11, 'EnableNonConfidentialCredits'],
      [12, 'DisableNonConfidentialCredits'],
    ] as const
  ).map(([sub, name]): Row => [name, [vault], [27, sub, 1], [call(name, { account: vault })]]),
  ...(
    [
      [28, 0, 'InitializeDefaultAccountState'],
      [30, 0, 'EnableRequiredTransferMemos'],
      [30, 1, 'DisableRequiredTransferMemos'],
      [33, 0, 'InitializeInterestBearingMint'],
      [34, 0, 'EnableCpiGuard'],
      [36, 0, 'InitializeTransferHook'],
      [37, 0, 'InitializeConfidentialTransferFeeConfig'],
      [37, 3, 'HarvestWithheldTokensToMint'],
      [39, 0, 'InitializeMetadataPointer'],
      [40, 0, 'InitializeGroupPointer'],
      [41, 0, 'InitializeGroupMemberPointer'],
      [43, 0, 'InitializeScaledUiAmount'],
      [44, 0, 'InitializePausable'],
    ] as const
  ).map(([tag, sub, name]): Row => [name, [vault], [tag, sub, 1], [call(name, { account: vault })]]),
  ...(
    [
      [28, 1, 'UpdateDefaultAccountState'],
      [33, 1, 'UpdateInterestRate'],
      [34, 1, 'DisableCpiGuard'],
      [36, 1, 'UpdateTransferHook'],
      [37, 4, 'EnableHarvestToMint'],
      [37, 5, 'DisableHarvestToMint'],
      [39, 1, 'UpdateMetadataPointer'],
      [40, 1, 'UpdateGroupPointer'],
      [41, 1, 'UpdateGroupMemberPointer'],
      [43, 1, 'UpdateScaledUiAmountMultiplier'],
      [44, 1, 'Pause'],
      [44, 2, 'Resume'],
    ] as const
  ).map(([tag, sub, name]): Row => [name, [vault], [tag, sub, 1], [authority(name, 'control', vault)]]),
  ...(
    [
      [1, 'WithdrawWithheldTokensFromMint'],
      [2, 'WithdrawWithheldTokensFromAccounts'],
    ] as const
  ).map(
    ([sub, name]): Row => [
      `confidential ${name}`,
      [mint, thief],
      [37, sub, 1],
      [transferAll(thief), call(name, { mint })],
    ],
  ),
  ['Reallocate', [vault, alice], [29, 1, 0], [call('Reallocate', { account: vault, payer: alice })]],
  ['InitializeNonTransferableMint', [mint], [32], [call('InitializeNonTransferableMint', { mint })]],
  ...(
    [
      ['UpdateTokenMetadataField', 221, 233, 49, 45, 181, 202, 220, 200],
      ['RemoveTokenMetadataKey', 234, 18, 32, 56, 89, 141, 37, 181],
      ['UpdateTokenGroupMaxSize', 108, 37, 171, 143, 248, 30, 18, 110],
      ['InitializeTokenGroupMember', 152, 32, 222, 176, 223, 237, 116, 134],
    ] as const
  ).map(([name, ...bytes]): Row => [name, [mint], [...bytes, 1], [authority(name, 'control', mint)]]),
  [
    'EmitTokenMetadata',
    [mint],
    [250, 166, 180, 250, 13, 12, 184, 70, 1],
    [call('EmitTokenMetadata', { account: mint })],
  ],
  [
    'InitializeTokenMetadata for another',
    [mint, bob],
    [...initializeMetadata, 1],
    [authority('InitializeTokenMetadata', 'owner', bob)],
  ],
  [
    'InitializeTokenMetadata for oneself',
    [mint, alice],
    [...initializeMetadata, 1],
    [call('InitializeTokenMetadata', { authority: alice })],
  ],
  ['an instruction of SPL Token', [vault], [10], [authority('FreezeAccount', 'control', vault)]],
]

describe('Token-2022', () => {
  it.each(rows)('%s › facts; throws with fewer accounts', (_name, accounts, bytes, facts) => {
    expect(decodeWith(decodeToken2022, accounts, bytes)).toEqual({ facts, left: 0 })
    expect(() => decodeWith(decodeToken2022, accounts.slice(0, -1), bytes)).toThrow(RangeError)
  })

  it.each<[string, readonly number[], object]>([
    ['CreateNativeMint', [31], call('CreateNativeMint')],
    [
      'InitializePermanentDelegate',
      [35, ...keyBytes(thief)],
      authority('InitializePermanentDelegate', 'operator', thief),
    ],
    [
      'UpdateTokenMetadataAuthority',
      [...updateAuthority, ...keyBytes(thief)],
      authority('UpdateTokenMetadataAuthority', 'owner', thief),
    ],
    [
      'UpdateTokenGroupAuthority',
      [...groupAuthority, ...keyBytes(thief)],
      authority('UpdateTokenGroupAuthority', 'owner', thief),
    ],
    [
      'InitializeTokenGroup for another',
      [...initializeGroup, ...keyBytes(thief), 1],
      authority('InitializeTokenGroup', 'owner', thief),
    ],
    [
      'InitializeTokenGroup for oneself',
      [...initializeGroup, ...keyBytes(alice), 1],
      call('InitializeTokenGroup', { authority: alice }),
    ],
  ])('%s › facts by its data', (_name, bytes, fact) => {
    expect(decodeWith(decodeToken2022, [], bytes)).toEqual({ facts: [fact], left: 0 })
  })

  it.each<[string, readonly number[]]>([
    ['a transfer fee instruction that does not exist', [26, 6]],
    ['a confidential one that does not exist', [27, 15]],
    ['an extension’s that does not exist', [44, 3]],
    ['the confidential transfers of another extension', [36, 2]],
    ['an interface that is not known', [1, 2, 3, 4, 5, 6, 7, 8].map((one) => one + 100)],
  ])('%s › undefined', (_name, bytes) => {
    expect(decodeWith(decodeToken2022, [mint, thief, alice], bytes).facts).toBeUndefined()
  })
})
