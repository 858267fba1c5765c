import type { Address } from '@solana/web3.js'
import { describe, expect, it } from 'vitest'
import { decodeWith } from '../../testing/program-call.ts'
import { keyBytes, u64 } from '../../testing/transactions.ts'
import { alice, bob, mint, thief, vault } from '../../testing/unit-world.ts'
import { decodeToken } from './token.ts'

type Row = readonly [
  name: string,
  accounts: readonly Address[],
  bytes: readonly number[],
  facts: readonly object[],
]

const transfer = (
  from: Address | undefined,
  contract: Address,
  to: Address = thief,
  source: Address = vault,
) => ({
  ...{ is: 'transfer', from, to, source },
  figure: { value: 5n, contract },
})
const approval = (contract: Address, value = 5n, isUnlimited = false) => ({
  ...{ is: 'approval', spender: thief, isUnlimited },
  figure: { value, contract },
})
const burn = (from: Address | undefined) => ({
  ...{ is: 'burn', from, source: vault },
  figure: { value: 5n, contract: mint },
})
const authority = (name: string, kind: string, to: Address | undefined) => ({
  is: 'authority',
  name,
  right: kind,
  to,
})
const call = (name: string, values: object = {}) => ({
  ...{ is: 'known-call', name },
  lines: Object.entries(values).map(([label, value]) => ({ label, value: String(value) })),
})
const five = u64(5n)

/** Each with the minimum number of accounts. */
const rows: readonly Row[] = [
  [
    'InitializeMint',
    [mint],
    [0, 6, ...keyBytes(alice), 1, ...keyBytes(bob)],
    [call('InitializeMint', { mint, decimals: 6, mintAuthority: alice, freezeAuthority: bob })],
  ],
  [
    'InitializeMint2, without a freeze authority',
    [mint],
    [20, 6, ...keyBytes(alice), 0],
    [call('InitializeMint', { mint, decimals: 6, mintAuthority: alice })],
  ],
  [
    'InitializeAccount',
    [vault, mint, bob],
    [1],
    [call('InitializeAccount', { account: vault, mint, owner: bob })],
  ],
  ['InitializeMultisig', [vault], [2, 3], [call('InitializeMultisig', { account: vault, signers: 3 })]],
  ['InitializeMultisig2', [vault], [19, 3], [call('InitializeMultisig', { account: vault, signers: 3 })]],
  ['Transfer', [vault, thief, alice], [3, ...five], [transfer(undefined, vault)]],
  ['Transfer of another’s', [vault, thief, bob], [3, ...five], [transfer(bob, vault)]],
  ['Approve', [vault, thief, alice], [4, ...five], [approval(vault)]],
  ['Approve of 2^63', [vault, thief, alice], [4, ...u64(2n ** 63n)], [approval(vault, 2n ** 63n, true)]],
  ['Approve of less', [vault, thief, alice], [4, ...u64(2n ** 63n - 1n)], [approval(vault, 2n ** 63n - 1n)]],
  ['Revoke', [vault, alice], [5], [call('Revoke', { account: vault, owner: alice })]],
  ['MintTo', [mint, thief, alice], [7, ...five], [authority('MintTo: 5', 'control', thief)]],
  ['Burn', [vault, mint, alice], [8, ...five], [burn(undefined)]],
  ['Burn of another’s', [vault, mint, bob], [8, ...five], [burn(bob)]],
  ['CloseAccount', [vault, thief, alice], [9], [{ is: 'transfer-all', to: thief }]],
  ['CloseAccount to oneself', [vault, alice, alice], [9], [call('CloseAccount', { account: vault })]],
  ['FreezeAccount', [vault], [10], [authority('FreezeAccount', 'control', vault)]],
  ['ThawAccount', [vault], [11], [authority('ThawAccount', 'control', vault)]],
  ['TransferChecked', [vault, mint, thief, alice], [12, ...five, 6], [transfer(undefined, mint)]],
  ['TransferChecked of another’s', [vault, mint, thief, bob], [12, ...five, 6], [transfer(bob, mint)]],
  ['ApproveChecked', [vault, mint, thief, alice], [13, ...five, 6], [approval(mint)]],
  ['MintToChecked', [mint, thief, alice], [14, ...five, 6], [authority('MintTo: 5', 'control', thief)]],
  ['BurnChecked', [vault, mint, alice], [15, ...five, 6], [burn(undefined)]],
  [
    'InitializeAccount2',
    [vault, mint],
    [16, ...keyBytes(bob)],
    [call('InitializeAccount', { account: vault, mint, owner: bob })],
  ],
  [
    'InitializeAccount3',
    [vault, mint],
    [18, ...keyBytes(bob)],
    [call('InitializeAccount', { account: vault, mint, owner: bob })],
  ],
  ['SyncNative', [vault], [17], [call('SyncNative', { account: vault })]],
  ['GetAccountDataSize', [mint], [21, 7, 0], [call('GetAccountDataSize', { mint })]],
  ['InitializeImmutableOwner', [vault], [22], [call('InitializeImmutableOwner', { account: vault })]],
  ['AmountToUiAmount', [mint], [23, ...five], [call('AmountToUiAmount', { mint, amount: 5 })]],
  ['UiAmountToAmount', [mint], [24, 49, 46, 53], [call('UiAmountToAmount', { mint, amount: '1.5' })]],
  ['WithdrawExcessLamports', [vault, thief, alice], [38], [{ is: 'transfer-all', to: thief }]],
  [
    'WithdrawExcessLamports to oneself',
    [vault, alice, alice],
    [38],
    [call('WithdrawExcessLamports', { account: vault })],
  ],
  ['UnwrapLamports of all', [vault, thief, alice], [45, 0], [{ is: 'transfer-all', to: thief }]],
  [
    'UnwrapLamports of an amount',
    [vault, thief, alice],
    [45, 1, ...five],
    [{ is: 'transfer-all', to: thief }, call('UnwrapLamports', { amount: 5 })],
  ],
  [
    'a batch of two transfers, each with its own accounts',
    [vault, thief, alice, mint, bob, alice],
    [255, 3, 9, 3, ...five, 3, 9, 3, ...five],
    [call('Batch'), transfer(undefined, vault), transfer(undefined, mint, bob, mint)],
  ],
]

const authorities = [
  ...['MintTokens', 'FreezeAccount', 'AccountOwner', 'CloseAccount', 'TransferFeeConfig', 'WithheldWithdraw'],
  ...['CloseMint', 'InterestRate', 'PermanentDelegate', 'ConfidentialTransferMint', 'TransferHookProgramId'],
  ...['ConfidentialTransferFeeConfig', 'MetadataPointer', 'GroupPointer', 'GroupMemberPointer'],
  ...['ScaledUiAmount', 'Pause', 'PermissionedBurn'],
].map((type, number) => [type, number] as const)

describe('SPL Token', () => {
  it.each(rows)('%s › facts; throws with fewer accounts', (_name, accounts, bytes, facts) => {
    expect(decodeWith(decodeToken, accounts, bytes)).toEqual({ facts, left: 0 })
    expect(() => decodeWith(decodeToken, accounts.slice(0, -1), bytes)).toThrow(RangeError)
  })

  it.each(authorities)('SetAuthority of %s, number %i › the new authority, or none', (type, number) => {
    const kind = type === 'PermanentDelegate' ? 'operator' : 'owner'
    const set = (...to: readonly number[]) => decodeWith(decodeToken, [vault, alice], [6, number, ...to])
    expect(set(1, ...keyBytes(thief)).facts).toEqual([authority(`SetAuthority: ${type}`, kind, thief)])
    expect(set(0).facts).toEqual([authority(`SetAuthority: ${type}`, kind, undefined)])
    expect(() => decodeWith(decodeToken, [vault], [6, number, 0])).toThrow(RangeError)
  })

  it.each<[string, readonly Address[], readonly number[]]>([
    ['an authority that does not exist', [vault, alice], [6, authorities.length, 0]],
    ['an instruction that does not exist', [vault, alice], [46]],
    ['a batch inside a batch', [vault, thief, alice], [255, 3, 12, 255, 3, 9, 3, ...five]],
    ['a batch with bytes after an instruction', [vault, thief, alice], [255, 3, 10, 3, ...five, 0]],
    ['a batch with an unknown instruction', [vault, thief, alice], [255, 3, 1, 46]],
  ])('%s › undefined', (_name, accounts, bytes) => {
    expect(decodeWith(decodeToken, accounts, bytes).facts).toBeUndefined()
  })

  it('batch, an instruction has too few accounts › does not use those of the next', () => {
    const bytes = [255, 2, 9, 3, ...five, 1, 1, 17]
    expect(() => decodeWith(decodeToken, [vault, thief, alice], bytes)).toThrow(RangeError)
  })
})
