import * as z from 'zod/mini'
import {
  accountOf,
  amountOf,
  argument,
  assetContract,
  callName,
  knownCall,
  memberAmount,
  native,
  type RuntimeCall,
} from './call-arguments.ts'
import {
  type CallReader,
  grantsOf,
  inPallets,
  knownCalls,
  locks,
  type PalletReaders,
  type ReaderEntries,
  rightsOf,
} from './call-decoder.ts'
import { relayCurrency } from './decode-xcm.ts'

/** Payees that are the account itself or its controller, in camel case. */
const ownPayees: ReadonlySet<string> = new Set(['staked', 'stash', 'controller', 'none'])

const payeeSchema = () => z.record(z.string(), z.unknown())

/**
 * Accounts other than the signer's stash that get the rewards.
 * @throws ZodError or TypeError for a payee of another kind, whose account the widget cannot determine.
 */
function payeesOf(call: RuntimeCall): readonly string[] {
  const payee = z.parse(payeeSchema(), argument(call, 'payee').toJSON())
  if ('account' in payee) return [accountOf({ toString: () => String(payee.account) })]
  const [kind] = Object.keys(payee)
  if (kind !== undefined && ownPayees.has(kind)) return []
  throw new TypeError(`${callName(call)} has a payee of an unknown kind`)
}

const rewards: CallReader = (call, account) => rightsOf(call, 'rewards', payeesOf(call), account)

const stakingCalls: PalletReaders = {
  bond: (call, account) => {
    const names = call.meta.args.map(({ name }) => name.toString())
    const controllers = names.includes('controller') ? [accountOf(argument(call, 'controller'))] : []
    return [
      ...grantsOf(call, 'account', controllers, account),
      ...grantsOf(call, 'rewards', payeesOf(call), account),
      ...locks('value')(call, account),
    ]
  },
  setPayee: rewards,
  updatePayee: rewards,
  // Hydration has a pallet of the same name.
  stake: locks('amount'),
  increaseStake: locks('amount'),
  bondExtra: locks('maxAdditional'),
  rebond: locks('value'),
  // The amounts stay the account's, locked or unlocked; nominating can cost part of them if validators misbehave. Any
  // account may trigger payouts: they go to each nominator's payee.
  ...knownCalls(
    'unbond withdrawUnbonded nominate chill validate kick payoutStakers payoutStakersByPage claim unstake',
  ),
}

/** The account's own balance, or its rewards in the pool. */
const poolExtra: CallReader = (call) => {
  const extra: unknown = argument(call, 'extra').toJSON()
  const isOfRewards = z.safeParse(z.strictObject({ rewards: z.null() }), extra).success
  if (isOfRewards) return [knownCall(call)]
  return [{ ...knownCall(call), locked: native(memberAmount(argument(call, 'extra'), 'freeBalance')) }]
}

const createPool: CallReader = (call, account) => {
  const roles = ['root', 'nominator', 'bouncer'].map((name) => accountOf(argument(call, name)))
  return [...grantsOf(call, 'owner', roles, account), ...locks('amount')(call, account)]
}

const poolCalls: PalletReaders = {
  join: locks('amount'),
  bondExtra: poolExtra,
  bondExtraOther: poolExtra,
  create: createPool,
  createWithPoolId: createPool,
  // A member's share and rewards in the pool go only to the member, whichever account calls it.
  ...knownCalls(
    'claimPayout claimPayoutOther unbond withdrawUnbonded poolWithdrawUnbonded setClaimPermission nominate chill claimCommission setMetadata adjustPoolDeposit applySlash migrateDelegation migratePoolToDelegateStake',
  ),
}

/** Amounts exchanged for a liquid-staking token, of any currency. */
const vtokenMint: CallReader = (call) => {
  const contract = assetContract('currencies', argument(call, 'currencyId'))
  return [{ ...knownCall(call), locked: { value: amountOf(argument(call, 'currencyAmount')), contract } }]
}

/** Staking calls: on Polkadot and Kusama, and on Moonbeam, Astar, Acala, Hydration and Bifrost. */
export const stakingReaders: ReaderEntries = [
  ...inPallets(['staking'], stakingCalls),
  ...inPallets(['nominationPools'], poolCalls),
  ...inPallets(['fastUnstake'], knownCalls('registerFastUnstake deregister')),
  // The order in which nominators are counted.
  ...inPallets(['voterList'], knownCalls('rebag putInFrontOf')),
  ...inPallets(['parachainStaking'], {
    delegate: locks('amount'),
    delegateWithAutoCompound: locks('amount'),
    delegatorBondMore: locks('more'),
    ...knownCalls(
      'scheduleDelegatorBondLess scheduleRevokeDelegation executeDelegationRequest cancelDelegationRequest setAutoCompound',
    ),
  }),
  ...inPallets(['dappStaking'], {
    lock: locks('amount'),
    ...knownCalls(
      'unlock claimUnlocked relockUnlocking stake unstake unstakeFromUnregistered moveStake claimStakerRewards claimBonusReward cleanupExpiredEntries',
    ),
  }),
  ...inPallets(['homa'], {
    mint: (call) => [
      { ...knownCall(call), locked: { value: amountOf(argument(call, 'amount')), contract: relayCurrency } },
    ],
    ...knownCalls('requestRedeem'),
  }),
  ...inPallets(['vtokenMinting'], { mint: vtokenMint, ...knownCalls('redeem rebond') }),
]
