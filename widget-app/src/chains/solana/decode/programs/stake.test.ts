import type { Address } from '@solana/web3.js'
import { describe, expect, it } from 'vitest'
import { readInstruction } from '../../testing/program-call.ts'
import { keyBytes, seed, u32, u64 } from '../../testing/transactions.ts'
import { alice, bob, mint, thief, vault } from '../../testing/unit-world.ts'
import { readStake, readVote } from './stake.ts'

type Row = readonly [
  name: string,
  accounts: readonly Address[],
  bytes: readonly number[],
  facts: readonly object[],
]

const right = (name: string, to: Address | undefined, kind = 'owner') => ({
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
const own = [
  call('InitializeStake: Staker', { authority: alice }),
  call('InitializeStake: Withdrawer', { authority: alice }),
]
const lock = right('InitializeStake: Lockup', thief)

describe('Stake program', () => {
  it.each<Row>([
    ['Initialize for oneself', [vault], initialized(0n, 0n, alice, alice), [stake, ...own]],
    [
      'Initialize with a lock until a time',
      [vault],
      initialized(1n, 0n, alice, alice),
      [stake, lock, ...own],
    ],
    [
      'Initialize with a lock until an epoch',
      [vault],
      initialized(0n, 1n, alice, alice),
      [stake, lock, ...own],
    ],
    [
      'Initialize for others',
      [vault],
      initialized(0n, 0n, thief, bob),
      [stake, right('InitializeStake: Staker', thief), right('InitializeStake: Withdrawer', bob)],
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
      [stake, right('InitializeStake: Staker', thief), right('InitializeStake: Withdrawer', bob)],
    ],
    [
      'AuthorizeChecked',
      [vault, mint, alice, thief],
      [...u32(10), ...u32(0)],
      [right('Authorize: Staker', thief)],
    ],
    [
      'AuthorizeCheckedWithSeed',
      [vault, mint, alice, thief],
      [...u32(11), ...u32(1), ...seed('seed'), ...key],
      [right('AuthorizeWithSeed: Withdrawer', thief)],
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
    expect(readInstruction(readStake, accounts, bytes)).toEqual({ facts, left: 0 })
    expect(() => readInstruction(readStake, accounts.slice(0, -1), bytes)).toThrow(RangeError)
  })

  it.each<[string, readonly number[], readonly object[]]>([
    ['Authorize', [...u32(1), ...key, ...u32(1)], [right('Authorize: Withdrawer', thief)]],
    [
      'Authorize of a role that does not exist',
      [...u32(1), ...key, ...u32(2)],
      [right('Authorize: role 2', thief)],
    ],
    ['SetLockup', [...u32(6), 1, ...five, 1, ...five, 1, ...key], [right('SetLockup', thief)]],
    ['SetLockup without a custodian', [...u32(6), 0, 0, 0], [right('SetLockup', undefined)]],
    [
      'AuthorizeWithSeed',
      [...u32(8), ...key, ...u32(0), ...seed('seed'), ...keyBytes(bob)],
      [right('AuthorizeWithSeed: Staker', thief)],
    ],
    ['SetLockupChecked', [...u32(12), 1, ...five, 0], [right('SetLockup', undefined)]],
    ['GetMinimumDelegation', [...u32(13)], [call('GetMinimumDelegation')]],
  ])('%s › facts by its data', (_name, bytes, facts) => {
    expect(readInstruction(readStake, [], bytes)).toEqual({ facts, left: 0 })
  })

  it.each([15, 18])('unknown instruction %i › undefined', (tag) => {
    expect(readInstruction(readStake, [vault, bob], u32(tag)).facts).toBeUndefined()
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
      [right('UpdateValidatorIdentity', thief, 'control')],
    ],
    ['UpdateCommission', [vault], [...u32(5), 100], [right('UpdateCommission', vault, 'control')]],
    [
      'AuthorizeChecked',
      [vault, mint, alice, thief],
      [...u32(7), ...u32(0)],
      [right('Authorize: Voter', thief)],
    ],
    [
      'AuthorizeCheckedWithSeed',
      [vault, mint, alice, thief],
      [...u32(11), ...u32(1), ...keyBytes(bob), ...seed('seed')],
      [right('AuthorizeWithSeed: Withdrawer', thief)],
    ],
    ...votes.map(([tag, name]): Row => [name, [vault], [...u32(tag), 1], [call(name, { account: vault })]]),
  ])('vote program, %s › facts; throws with fewer accounts', (_name, accounts, bytes, facts) => {
    expect(readInstruction(readVote, accounts, bytes)).toEqual({ facts, left: 0 })
    expect(() => readInstruction(readVote, accounts.slice(0, -1), bytes)).toThrow(RangeError)
  })

  const opened = (withdrawer: Address) => [
    ...u32(0),
    ...keyBytes(bob),
    ...keyBytes(bob),
    ...keyBytes(withdrawer),
    5,
  ]
  it.each<[string, readonly number[], readonly object[]]>([
    ['Initialize for another', opened(thief), [right('InitializeVoteAccount: Withdrawer', thief)]],
    [
      'Initialize for oneself',
      opened(alice),
      [call('InitializeVoteAccount: Withdrawer', { authority: alice })],
    ],
    ['Authorize', [...u32(1), ...key, ...u32(1)], [right('Authorize: Withdrawer', thief)]],
    [
      'AuthorizeWithSeed',
      [...u32(10), ...u32(0), ...keyBytes(bob), ...seed('seed'), ...key],
      [right('AuthorizeWithSeed: Voter', thief)],
    ],
  ])('vote program, %s › facts by its data', (_name, bytes, facts) => {
    expect(readInstruction(readVote, [], bytes)).toEqual({ facts, left: 0 })
  })

  it('unknown instruction 16 › undefined', () => {
    expect(readInstruction(readVote, [vault, bob], u32(16)).facts).toBeUndefined()
  })
})
