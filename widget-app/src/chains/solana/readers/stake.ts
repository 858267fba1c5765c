import type { Address } from '@solana/web3.js'
import type { Fact } from '../../request-facts.ts'
import {
  authority,
  authorityOf,
  knownCall,
  lamports,
  type ProgramCall,
  type ProgramReader,
} from './program-call.ts'

const stakeRoles: readonly string[] = ['Staker', 'Withdrawer']
const voteRoles: readonly string[] = ['Voter', 'Withdrawer']

const withdrawn = (name: string, { at }: ProgramCall, value: bigint): readonly Fact[] => [
  { is: 'transfer', from: at(0), to: at(1), figure: lamports(value) },
  knownCall(name, { account: at(0) }),
]

/** A new holder of one role; the role is a number behind its key. */
const roleOf = (roles: readonly string[], role: number): string => roles[role] ?? `role ${role}`

/** A lock-up can be lifted by its custodian alone. */
const lockup = ({ input }: ProgramCall, hasCustodian: boolean): readonly Fact[] => {
  input.optional(input.u64)
  input.optional(input.u64)
  return [authority('SetLockup', 'owner', hasCustodian ? input.optional(input.key) : undefined)]
}

/** Instructions of the Stake program. */
export const readStake: ProgramReader = (call) => {
  const { at, input, account } = call
  const authorize = (name: string, key: Address, role: number): readonly Fact[] => [
    authority(`${name}: ${roleOf(stakeRoles, role)}`, 'owner', key),
  ]
  switch (input.u32()) {
    case 0: {
      const [staker, withdrawer] = [input.key(), input.key()]
      input.take(16)
      const custodian = input.key()
      return [
        knownCall('InitializeStake', { account: at(0), staker, custodian }),
        ...authorityOf('InitializeStake: Withdrawer', withdrawer, account),
      ]
    }
    case 1: {
      const key = input.key()
      return authorize('Authorize', key, input.u32())
    }
    case 2:
      return [knownCall('DelegateStake', { account: at(0), vote: at(1) })]
    case 3:
      return [knownCall('SplitStake', { account: at(0), into: at(1), lamports: input.u64() })]
    case 4:
      return withdrawn('WithdrawStake', call, input.u64())
    case 5:
      return [knownCall('DeactivateStake', { account: at(0) })]
    case 6:
      return lockup(call, true)
    case 7:
      return [knownCall('MergeStake', { account: at(0), from: at(1) })]
    case 8: {
      const [key, role] = [input.key(), input.u32()]
      input.text()
      input.key()
      return authorize('AuthorizeWithSeed', key, role)
    }
    case 9:
      return [
        knownCall('InitializeStake', { account: at(0), staker: at(2) }),
        ...authorityOf('InitializeStake: Withdrawer', at(3), account),
      ]
    case 10:
      return authorize('Authorize', at(3), input.u32())
    case 11: {
      const role = input.u32()
      input.text()
      input.key()
      return authorize('AuthorizeWithSeed', at(3), role)
    }
    case 12:
      return lockup(call, false)
    case 13:
      return [knownCall('GetMinimumDelegation')]
    case 14:
      return [knownCall('DeactivateDelinquent', { account: at(0) })]
    case 16:
      return [knownCall('MoveStake', { account: at(0), into: at(1), lamports: input.u64() })]
    case 17:
      return [knownCall('MoveLamports', { account: at(0), into: at(1), lamports: input.u64() })]
    default:
      return undefined
  }
}

const voteCalls: { readonly [tag: number]: string } = {
  2: 'Vote',
  4: 'UpdateValidatorIdentity',
  5: 'UpdateCommission',
  6: 'VoteSwitch',
  8: 'UpdateVoteState',
  9: 'UpdateVoteStateSwitch',
  12: 'CompactUpdateVoteState',
  13: 'CompactUpdateVoteStateSwitch',
  14: 'TowerSync',
  15: 'TowerSyncSwitch',
}

/** Instructions of the Vote program. */
export const readVote: ProgramReader = (call) => {
  const { at, input, account } = call
  const tag = input.u32()
  switch (tag) {
    case 0: {
      input.key()
      input.key()
      const withdrawer = input.key()
      input.u8()
      return authorityOf('InitializeVoteAccount: Withdrawer', withdrawer, account)
    }
    case 1: {
      const key = input.key()
      return [authority(`Authorize: ${roleOf(voteRoles, input.u32())}`, 'owner', key)]
    }
    case 3:
      return withdrawn('WithdrawVoteAccount', call, input.u64())
    case 7:
      return [authority(`Authorize: ${roleOf(voteRoles, input.u32())}`, 'owner', at(3))]
    case 10: {
      const role = input.u32()
      input.key()
      input.text()
      return [authority(`AuthorizeWithSeed: ${roleOf(voteRoles, role)}`, 'owner', input.key())]
    }
    case 11: {
      const role = input.u32()
      input.key()
      input.text()
      return [authority(`AuthorizeWithSeed: ${roleOf(voteRoles, role)}`, 'owner', at(3))]
    }
    default: {
      const name = voteCalls[tag]
      input.rest()
      return name === undefined ? undefined : [knownCall(name, { account: at(0) })]
    }
  }
}
