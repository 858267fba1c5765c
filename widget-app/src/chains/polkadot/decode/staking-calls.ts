import * as z from '#shared/zod.ts'
import {
  accountOf,
  amountOf,
  argument,
  assetContract,
  callName,
  knownCall,
  memberAmount,
  nativeAmount,
  type RuntimeCall,
} from './call-arguments.ts'
import {
  authoritiesFor,
  authoritiesOrCall,
  type CallDecoder,
  type DecoderEntries,
  harmlessCalls,
  inPallets,
  locksAmount,
  type PalletDecoders,
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

const rewards: CallDecoder = (call, account) => authoritiesOrCall(call, 'rewards', payeesOf(call), account)

const stakingCalls: PalletDecoders = {
  bond: (call, account) => {
    const names = call.meta.args.map(({ name }) => name.toString())
    const controllers = names.includes('controller') ? [accountOf(argument(call, 'controller'))] : []
    return [
      ...authoritiesFor(call, 'account', controllers, account),
      ...authoritiesFor(call, 'rewards', payeesOf(call), account),
      ...locksAmount('value')(call, account),
    ]
  },
  setPayee: rewards,
  updatePayee: rewards,
  // Hydration has a pallet of the same name.
  stake: locksAmount('amount'),
  increaseStake: locksAmount('amount'),
  bondExtra: locksAmount('maxAdditional'),
  rebond: locksAmount('value'),
  // The amounts stay the account's, locked or unlocked; nominating can cost part of them if validators misbehave. Any
  // account may trigger payouts: they go to each nominator's payee.
  ...harmlessCalls(
    'unbond withdrawUnbonded nominate chill validate kick payoutStakers payoutStakersByPage claim unstake',
  ),
}

/** The account's own balance, or its rewards in the pool. */
const poolExtra: CallDecoder = (call) => {
  const extra: unknown = argument(call, 'extra').toJSON()
  const isOfRewards = z.safeParse(z.strictObject({ rewards: z.null() }), extra).success
  if (isOfRewards) return [knownCall(call)]
  return [{ ...knownCall(call), locked: nativeAmount(memberAmount(argument(call, 'extra'), 'freeBalance')) }]
}

const createPool: CallDecoder = (call, account) => {
  const roles = ['root', 'nominator', 'bouncer'].map((name) => accountOf(argument(call, name)))
  return [...authoritiesFor(call, 'owner', roles, account), ...locksAmount('amount')(call, account)]
}

const poolCalls: PalletDecoders = {
  join: locksAmount('amount'),
  bondExtra: poolExtra,
  bondExtraOther: poolExtra,
  create: createPool,
  createWithPoolId: createPool,
  // A member's share and rewards in the pool go only to the member, whichever account calls it.
  ...harmlessCalls(
    'claimPayout claimPayoutOther unbond withdrawUnbonded poolWithdrawUnbonded setClaimPermission nominate chill claimCommission setMetadata adjustPoolDeposit applySlash migrateDelegation migratePoolToDelegateStake',
  ),
}

/** Amounts exchanged for a liquid-staking token, of any currency. */
const vtokenMint: CallDecoder = (call) => {
  const contract = assetContract('currencies', argument(call, 'currencyId'))
  return [{ ...knownCall(call), locked: { value: amountOf(argument(call, 'currencyAmount')), contract } }]
}

/** Staking calls: on Polkadot and Kusama, and on Moonbeam, Astar, Acala, Hydration and Bifrost. */
export const stakingDecoders: DecoderEntries = [
  ...inPallets(['staking'], stakingCalls),
  ...inPallets(['nominationPools'], poolCalls),
  ...inPallets(['fastUnstake'], harmlessCalls('registerFastUnstake deregister')),
  // The order in which nominators are counted.
  ...inPallets(['voterList'], harmlessCalls('rebag putInFrontOf')),
  ...inPallets(['parachainStaking'], {
    delegate: locksAmount('amount'),
    delegateWithAutoCompound: locksAmount('amount'),
    delegatorBondMore: locksAmount('more'),
    ...harmlessCalls(
      'scheduleDelegatorBondLess scheduleRevokeDelegation executeDelegationRequest cancelDelegationRequest setAutoCompound',
    ),
  }),
  ...inPallets(['dappStaking'], {
    lock: locksAmount('amount'),
    ...harmlessCalls(
      'unlock claimUnlocked relockUnlocking stake unstake unstakeFromUnregistered moveStake claimStakerRewards claimBonusReward cleanupExpiredEntries',
    ),
  }),
  ...inPallets(['homa'], {
    mint: (call) => [
      { ...knownCall(call), locked: { value: amountOf(argument(call, 'amount')), contract: relayCurrency } },
    ],
    ...harmlessCalls('requestRedeem'),
  }),
  ...inPallets(['vtokenMinting'], { mint: vtokenMint, ...harmlessCalls('redeem rebond') }),
]
