import type { Address } from '@solana/web3.js'
import type { Fact } from '../../../request-facts.ts'
import type { HarmlessCall } from './harmless-calls.ts'
import {
  authority,
  authorityOf,
  control,
  knownCall,
  type ProgramCall,
  type ProgramDecoder,
  withdrawal,
} from './program-call.ts'

const stakeRoles: readonly string[] = ['Staker', 'Withdrawer']
const voteRoles: readonly string[] = ['Voter', 'Withdrawer']

/** Name of a role by its number. */
const roleName = (roles: readonly string[], role: number): string => roles[role] ?? `role ${role}`

/** Only its custodian can lift a lockup. */
const setLockup = ({ input }: ProgramCall, hasCustodian: boolean): readonly Fact[] => {
  input.optional(input.u64)
  input.optional(input.u64)
  return [authority('SetLockup', 'owner', hasCustodian ? input.optional(input.key) : undefined)]
}

/** Decodes instructions of the Stake program. */
export const decodeStake: ProgramDecoder = (call) => {
  const { at, input, account } = call
  const authorize = (name: string, key: Address, role: number): readonly Fact[] => [
    authority(`${name}: ${roleName(stakeRoles, role)}`, 'owner', key),
  ]
  switch (input.u32()) {
    case 0: {
      const [staker, withdrawer] = [input.key(), input.key()]
      // Until both have passed, only the custodian can lift the lockup.
      const [time, epoch] = [input.u64(), input.u64()]
      const custodian = input.key()
      const isLocked = time > 0n || epoch > 0n
      return [
        knownCall('InitializeStake', { account: at(0) }),
        ...(isLocked ? [authority('InitializeStake: Lockup', 'owner', custodian)] : []),
        ...authorityOf('InitializeStake: Staker', staker, account),
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
      return [
        withdrawal('stake', { from: at(0), to: at(1), by: at(4) }, input.u64(), account),
        knownCall('WithdrawStake', { account: at(0) }),
      ]
    case 5:
      return [knownCall('DeactivateStake', { account: at(0) })]
    case 6:
      return setLockup(call, true)
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
        knownCall('InitializeStake', { account: at(0) }),
        ...authorityOf('InitializeStake: Staker', at(2), account),
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
      return setLockup(call, false)
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

const voteCalls: { readonly [tag: number]: HarmlessCall } = {
  2: 'Vote',
  6: 'VoteSwitch',
  8: 'UpdateVoteState',
  9: 'UpdateVoteStateSwitch',
  12: 'CompactUpdateVoteState',
  13: 'CompactUpdateVoteStateSwitch',
  14: 'TowerSync',
  15: 'TowerSyncSwitch',
}

/** Decodes instructions of the Vote program. */
export const decodeVote: ProgramDecoder = (call) => {
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
      return [authority(`Authorize: ${roleName(voteRoles, input.u32())}`, 'owner', key)]
    }
    case 3:
      return [
        withdrawal('vote', { from: at(0), to: at(1), by: at(2) }, input.u64(), account),
        knownCall('WithdrawVoteAccount', { account: at(0) }),
      ]
    case 7:
      return [authority(`Authorize: ${roleName(voteRoles, input.u32())}`, 'owner', at(3))]
    case 10: {
      const role = input.u32()
      input.key()
      input.text()
      return [authority(`AuthorizeWithSeed: ${roleName(voteRoles, role)}`, 'owner', input.key())]
    }
    case 11: {
      const role = input.u32()
      input.key()
      input.text()
      return [authority(`AuthorizeWithSeed: ${roleName(voteRoles, role)}`, 'owner', at(3))]
    }
    // Sets the account that earns the block fees, and the share of the rewards.
    case 4:
      return [control('UpdateValidatorIdentity', at(1))]
    case 5:
      input.u8()
      return [control('UpdateCommission', at(0))]
    default: {
      const name = voteCalls[tag]
      input.rest()
      return name === undefined ? undefined : [knownCall(name, { account: at(0) })]
    }
  }
}
