import type { Address } from '@solana/web3.js'
import { describe, expect, it } from 'vitest'
import { decodeWith } from '../../testing/program-call.ts'
import { keyBytes, seed, u32, u64 } from '../../testing/transactions.ts'
import { alice, bob, mint, thief, vault } from '../../testing/unit-world.ts'
import { decodeStake, decodeVote } from './stake.ts'

type Row = readonly [
  name: string,
  accounts: readonly Address[],
  bytes: readonly number[],
  facts: readonly object[],
]

const authority = (name: string, to: Address | undefined, kind = 'owner') => ({
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
const key = keyBytes(thief)
const initialized = (time: bigint, epoch: bigint, staker: Address, withdrawer: Address) => [
  ...[...u32(0), ...keyBytes(staker), ...keyBytes(withdrawer)],
  ...[...u64(time), ...u64(epoch), ...key],
]
const stake = call('InitializeStake', { account: vault })
const ownAuthorities = [
  call('InitializeStake: Staker', { authority: alice }),
  call('InitializeStake: Withdrawer', { authority: alice }),
]
const lockup = authority('InitializeStake: Lockup', thief)

describe('Stake program', () => {
  it.each<Row>([
    ['Initialize for oneself', [vault], initialized(0n, 0n, alice, alice), [stake, ...ownAuthorities]],
    [
      'Initialize with a lock until a time',
      [vault],
      initialized(1n, 0n, alice, alice),
      [stake, lockup, ...ownAuthorities],
    ],
    [
      'Initialize with a lock until an epoch',
      [vault],
      initialized(0n, 1n, alice, alice),
      [stake, lockup, ...ownAuthorities],
    ],
    [
      'Initialize for others',
      [vault],
      initialized(0n, 0n, thief, bob),
      [stake, authority('InitializeStake: Staker', thief), authority('InitializeStake: Withdrawer', bob)],
    ],
    ['DelegateStake', [vault, bob], [...u32(2)], [call('DelegateStake', { account: vault, vote: bob })]],
    [
      'Split',
      [vault, bob],
      [...u32(3), ...five],
      [call('SplitStake', { account: vault, into: bob, lamports: 5 })],
    ],
    ['Deactivate', [vault], [...u32(5)], [call('DeactivateStake', { account: vault })]],
    ['Merge', [vault, bob], [...u32(7)], [call('MergeStake', { account: vault, from: bob })]],
    [
      'InitializeChecked for others',
      [vault, mint, thief, bob],
      [...u32(9)],
      [stake, authority('InitializeStake: Staker', thief), authority('InitializeStake: Withdrawer', bob)],
    ],
    [
      'AuthorizeChecked',
      [vault, mint, alice, thief],
      [...u32(10), ...u32(0)],
      [authority('Authorize: Staker', thief)],
    ],
    [
      'AuthorizeCheckedWithSeed',
      [vault, mint, alice, thief],
      [...u32(11), ...u32(1), ...seed('seed'), ...key],
      [authority('AuthorizeWithSeed: Withdrawer', thief)],
    ],
    ['DeactivateDelinquent', [vault], [...u32(14)], [call('DeactivateDelinquent', { account: vault })]],
    [
      'MoveStake',
      [vault, bob],
      [...u32(16), ...five],
      [call('MoveStake', { account: vault, into: bob, lamports: 5 })],
    ],
    [
      'MoveLamports',
      [vault, bob],
      [...u32(17), ...five],
      [call('MoveLamports', { account: vault, into: bob, lamports: 5 })],
    ],
  ])('%s › facts; throws with fewer accounts', (_name, accounts, bytes, facts) => {
    expect(decodeWith(decodeStake, accounts, bytes)).toEqual({ facts, left: 0 })
    expect(() => decodeWith(decodeStake, accounts.slice(0, -1), bytes)).toThrow(RangeError)
  })

  it.each<[string, readonly number[], readonly object[]]>([
    ['Authorize', [...u32(1), ...key, ...u32(1)], [authority('Authorize: Withdrawer', thief)]],
    [
      'Authorize of a role that does not exist',
      [...u32(1), ...key, ...u32(2)],
      [authority('Authorize: role 2', thief)],
    ],
    ['SetLockup', [...u32(6), 1, ...five, 1, ...five, 1, ...key], [authority('SetLockup', thief)]],
    ['SetLockup without a custodian', [...u32(6), 0, 0, 0], [authority('SetLockup', undefined)]],
    [
      'AuthorizeWithSeed',
      [...u32(8), ...key, ...u32(0), ...seed('seed'), ...keyBytes(bob)],
      [authority('AuthorizeWithSeed: Staker', thief)],
    ],
    ['SetLockupChecked', [...u32(12), 1, ...five, 0], [authority('SetLockup', undefined)]],
    ['GetMinimumDelegation', [...u32(13)], [call('GetMinimumDelegation')]],
  ])('%s › facts by its data', (_name, bytes, facts) => {
    expect(decodeWith(decodeStake, [], bytes)).toEqual({ facts, left: 0 })
  })

  it.each([15, 18])('unknown instruction %i › undefined', (tag) => {
    expect(decodeWith(decodeStake, [vault, bob], u32(tag)).facts).toBeUndefined()
  })
})

describe('Vote program', () => {
  const votes = [
    ...([
      [2, 'Vote'],
      [6, 'VoteSwitch'],
      [8, 'UpdateVoteState'],
      [9, 'UpdateVoteStateSwitch'],
    ] as const),
    ...([
      [12, 'CompactUpdateVoteState'],
      [13, 'CompactUpdateVoteStateSwitch'],
    ] as const),
    ...([
      [14, 'TowerSync'],
      [15, 'TowerSyncSwitch'],
    ] as const),
  ]
  it.each<Row>([
    [
      'UpdateValidatorIdentity',
      [vault, thief],
      [...u32(4)],
      [authority('UpdateValidatorIdentity', thief, 'control')],
    ],
    ['UpdateCommission', [vault], [...u32(5), 100], [authority('UpdateCommission', vault, 'control')]],
    [
      'AuthorizeChecked',
      [vault, mint, alice, thief],
      [...u32(7), ...u32(0)],
      [authority('Authorize: Voter', thief)],
    ],
    [
      'AuthorizeCheckedWithSeed',
      [vault, mint, alice, thief],
      [...u32(11), ...u32(1), ...keyBytes(bob), ...seed('seed')],
      [authority('AuthorizeWithSeed: Withdrawer', thief)],
    ],
    ...votes.map(([tag, name]): Row => [name, [vault], [...u32(tag), 1], [call(name, { account: vault })]]),
  ])('vote program, %s › facts; throws with fewer accounts', (_name, accounts, bytes, facts) => {
    expect(decodeWith(decodeVote, accounts, bytes)).toEqual({ facts, left: 0 })
    expect(() => decodeWith(decodeVote, accounts.slice(0, -1), bytes)).toThrow(RangeError)
  })

  const opened = (withdrawer: Address) => [
    ...u32(0),
    ...keyBytes(bob),
    ...keyBytes(bob),
    ...keyBytes(withdrawer),
    5,
  ]
  it.each<[string, readonly number[], readonly object[]]>([
    ['Initialize for another', opened(thief), [authority('InitializeVoteAccount: Withdrawer', thief)]],
    [
      'Initialize for oneself',
      opened(alice),
      [call('InitializeVoteAccount: Withdrawer', { authority: alice })],
    ],
    ['Authorize', [...u32(1), ...key, ...u32(1)], [authority('Authorize: Withdrawer', thief)]],
    [
      'AuthorizeWithSeed',
      [...u32(10), ...u32(0), ...keyBytes(bob), ...seed('seed'), ...key],
      [authority('AuthorizeWithSeed: Voter', thief)],
    ],
  ])('vote program, %s › facts by its data', (_name, bytes, facts) => {
    expect(decodeWith(decodeVote, [], bytes)).toEqual({ facts, left: 0 })
  })

  it('unknown instruction 16 › undefined', () => {
    expect(decodeWith(decodeVote, [vault, bob], u32(16)).facts).toBeUndefined()
  })
})
