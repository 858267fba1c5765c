import { u8aToHex } from '@polkadot/util'
import { decodeAddress, encodeDerivedAddress } from '@polkadot/util-crypto'
import { describe, expect, test } from 'vitest'
import { isAllowListed } from '#widget/domain/review/allow-list.ts'
import { needsReview } from '#widget/domain/review/needs-review.ts'
import { risksOf } from '#widget/domain/review/request-risk.ts'
import { isSevere } from '#widget/domain/review-queue/risk.ts'
import { proxyAuthority } from './decode/call-arguments.ts'
import { decodeEvents } from './decode/decode-events.ts'
import { decodeRuntimeCall } from './decode/decode-runtime-call.ts'
import { runtimeCall } from './testing/runtime.ts'
import type { CallValue, Value } from './testing/scale-encoder.ts'
import { alice, assetHub, bob, moonAccount } from './testing/unit-world.ts'

type Call = CallValue['call']

const decode = (...call: Call) => decodeRuntimeCall(runtimeCall(...call), alice)
const risks = (...call: Call) =>
  risksOf(
    { account: alice, chain: assetHub, facts: decode(...call) },
    { host: 'shop.example', newContracts: [], now: 0 },
  )
const native = (value: bigint) => ({ value, contract: undefined })
const knownCall = (name: string) => ({ is: 'known-call', name })
const locked = (name: string, value: bigint) => ({ is: 'known-call', name, locked: native(value) })

const location = (parents: number, ...list: readonly Value[]): Value => ({
  parents,
  interior: list.length === 0 ? ['Here'] : [`X${list.length}`, list],
})
const relayAsset = location(1)
const usdtAsset = location(0, ['PalletInstance', 50], ['GeneralIndex', 1_984])
const foreignAsset = location(1, ['Parachain', 2_004])

const ordinary: readonly (readonly [call: Call, facts: readonly object[]])[] = [
  [['Staking', 'bond', 5, ['Staked']], [locked('staking.bond', 5n)]],
  [['Staking', 'bond_extra', 5], [locked('staking.bondExtra', 5n)]],
  [['Staking', 'stake', 5], [locked('staking.stake', 5n)]],
  [['Staking', 'rebond', 5], [locked('staking.rebond', 5n)]],
  [['Staking', 'payout_stakers', bob, 1], [knownCall('staking.payoutStakers')]],
  [['Staking', 'payout_stakers_by_page', bob, 1, 0], [knownCall('staking.payoutStakersByPage')]],
  [['NominationPools', 'join', 5, 1], [locked('nominationPools.join', 5n)]],
  [['NominationPools', 'bond_extra', ['FreeBalance', 5]], [locked('nominationPools.bondExtra', 5n)]],
  [['NominationPools', 'bond_extra', ['Rewards']], [knownCall('nominationPools.bondExtra')]],
  [['NominationPools', 'bond_extra_other', bob, ['Rewards']], [knownCall('nominationPools.bondExtraOther')]],
  [['NominationPools', 'claim_payout'], [knownCall('nominationPools.claimPayout')]],
  [['NominationPools', 'claim_payout_other', bob], [knownCall('nominationPools.claimPayoutOther')]],
  [['NominationPools', 'unbond', alice, 5], [knownCall('nominationPools.unbond')]],
  [['NominationPools', 'withdraw_unbonded', alice, 0], [knownCall('nominationPools.withdrawUnbonded')]],
  [['NominationPools', 'pool_withdraw_unbonded', 1, 0], [knownCall('nominationPools.poolWithdrawUnbonded')]],
  [
    ['NominationPools', 'set_claim_permission', ['PermissionlessWithdraw']],
    [knownCall('nominationPools.setClaimPermission')],
  ],
  [['NominationPools', 'nominate', 1, [bob]], [knownCall('nominationPools.nominate')]],
  [['NominationPools', 'chill', 1], [knownCall('nominationPools.chill')]],
  [['NominationPools', 'create', 5, alice, alice, alice], [locked('nominationPools.create', 5n)]],
  [
    ['ConvictionVoting', 'vote', 1, ['Standard', { vote: 129, balance: 5n }]],
    [locked('convictionVoting.vote', 5n)],
  ],
  [['ConvictionVoting', 'vote', 1, ['Split', { aye: 5n, nay: 2n }]], [locked('convictionVoting.vote', 7n)]],
  [
    ['ConvictionVoting', 'vote', 1, ['SplitAbstain', { aye: 1n, nay: 2n, abstain: 4n }]],
    [locked('convictionVoting.vote', 7n)],
  ],
  [['ConvictionVoting', 'undelegate', 0], [knownCall('convictionVoting.undelegate')]],
  [['ConvictionVoting', 'unlock', 0, alice], [knownCall('convictionVoting.unlock')]],
  [['ConvictionVoting', 'remove_vote', 0, 1], [knownCall('convictionVoting.removeVote')]],
  [['ConvictionVoting', 'remove_other_vote', bob, 0, 1], [knownCall('convictionVoting.removeOtherVote')]],
  [['Referenda', 'place_decision_deposit', 1], [knownCall('referenda.placeDecisionDeposit')]],
  [['Preimage', 'note_preimage', '0x00'], [knownCall('preimage.notePreimage')]],
  [['ChildBounties', 'claim_child_bounty', 1, 2], [knownCall('childBounties.claimChildBounty')]],
  [['Crowdloan', 'contribute', 2_000, 5, null], [locked('crowdloan.contribute', 5n)]],
  [['Proxy', 'create_pure', ['Any'], 0, 0], [knownCall('proxy.createPure')]],
  [['Proxy', 'remove_proxies'], [knownCall('proxy.removeProxies')]],
  [['Assets', 'touch', 1_984], [knownCall('assets.touch')]],
  [['Assets', 'refund', 1_984, false], [knownCall('assets.refund')]],
  [['Nfts', 'set_price', 3, 9, null, null], [knownCall('nfts.setPrice')]],
  [['Nfts', 'cancel_approval', 3, 9, bob], [knownCall('nfts.cancelApproval')]],
  [
    ['Nfts', 'buy_item', 3, 9, 5],
    [{ is: 'transfer', from: undefined, to: 'nfts/3/9', figure: native(5n) }, knownCall('nfts.buyItem')],
  ],
  [
    ['Identity', 'request_judgement', 3, 5],
    [
      { is: 'transfer', from: undefined, to: 'registrar 3', figure: native(5n) },
      knownCall('identity.requestJudgement'),
    ],
  ],
  [['Revive', 'map_account'], [knownCall('revive.mapAccount')]],
  [['DappStaking', 'lock', 5], [locked('dappStaking.lock', 5n)]],
  [['DappStaking', 'claim_staker_rewards'], [knownCall('dappStaking.claimStakerRewards')]],
  [['ParachainStaking', 'delegator_bond_more', bob, 5], [locked('parachainStaking.delegatorBondMore', 5n)]],
  [
    ['VtokenMinting', 'mint', ['ForeignAsset', 1], 5, '0x', null],
    [{ locked: { value: 5n, contract: 'currencies/{"foreignAsset":1}' } }],
  ],
  [
    ['AssetConversion', 'swap_exact_tokens_for_tokens', [usdtAsset, relayAsset], 5, 4, alice, false],
    [
      {
        is: 'swap',
        router: 'assetConversion',
        pays: { value: 5n, contract: 'assets/1984' },
        gets: { value: 4n, contract: 'relay' },
        to: undefined,
      },
    ],
  ],
  [
    ['AssetConversion', 'remove_liquidity', relayAsset, usdtAsset, 5, alice],
    [knownCall('assetConversion.removeLiquidity')],
  ],
  [['Staking', 'increase_stake', 1, 5], [locked('staking.increaseStake', 5n)]],
  [['Homa', 'mint', 5], [{ is: 'known-call', locked: { value: 5n, contract: 'relay' } }]],
  [
    ['Omnipool', 'buy', 0, 5, 4n, 9n],
    [{ is: 'swap', pays: { value: 9n, contract: 'currencies/5' }, gets: native(4n) }],
  ],
]

describe('R6 › ordinary calls', () => {
  test.each(ordinary)('%s › reviewed with facts, no risk', (call, facts) => {
    expect(decode(...call)).toMatchObject(facts)
    expect(decode(...call)).toHaveLength(facts.length)
    expect(risks(...call)).toEqual([])
    const description = { account: alice, chain: assetHub, facts: decode(...call) }
    expect(isAllowListed(description, { host: 'shop.example', isBundledToken: () => true })).toBe(false)
    expect(needsReview({ reviewMode: 'risky', keys: 'wallet', risks: [], isAllowListed: false })).toBe(true)
  })
})

describe('R6 › calls that grant or take', () => {
  test('votes delegated to another account › mild authority, with the locked amount', () => {
    const call: Call = ['ConvictionVoting', 'delegate', 0, bob, ['Locked1x'], 5n]
    expect(decode(...call)).toMatchObject([
      { is: 'authority', name: 'convictionVoting.delegate', right: 'votes', to: bob },
      locked('convictionVoting.delegate', 5n),
    ])
    expect(risks(...call)).toEqual(['votes'])
    expect(isSevere('votes')).toBe(false)
  })

  test.each([
    ['Any', 'account'],
    ['Governance', 'limited'],
  ])('proxy of type %s › authority: %s, severe, with the type', (type, kind) => {
    const call: Call = ['Proxy', 'add_proxy', bob, [type], 0]
    expect(decode(...call)).toMatchObject([
      { is: 'authority', name: 'proxy.addProxy', right: kind, to: bob },
      { is: 'known-call', lines: expect.arrayContaining([expect.objectContaining({ value: type })]) },
    ])
    expect(risks(...call)).toEqual(['authority'])
    const simulatedEvents = [
      { section: 'proxy', method: 'ProxyAdded', data: { delegator: alice, delegatee: bob, proxyType: type } },
    ]
    expect(decodeEvents(simulatedEvents, alice).grants).toMatchObject([{ right: kind, to: bob }])
  })

  test.each([
    ['Staking', 'limited'],
    ['Any', 'account'],
    ['{"any":null}', 'account'],
    [{ Any: null }, 'account'],
    ['', 'account'],
    [undefined, 'account'],
  ])('proxy type written as %j › authority: %s', (type, kind) => {
    expect(proxyAuthority(type)).toBe(kind)
  })

  test('bond with another account as payee › authority over rewards, severe', () => {
    const call: Call = ['Staking', 'bond', 5, ['Account', bob]]
    expect(decode(...call)).toMatchObject([{ right: 'rewards', to: bob }, locked('staking.bond', 5n)])
    expect(risks(...call).some(isSevere)).toBe(true)
  })

  test.each<[role: string, Call]>([
    ['root', ['NominationPools', 'create', 5, bob, alice, alice]],
    ['nominator', ['NominationPools', 'create', 5, alice, bob, alice]],
    ['bouncer', ['NominationPools', 'create', 5, alice, alice, bob]],
    ['root, by its number', ['NominationPools', 'create_with_pool_id', 5, bob, alice, alice]],
  ])('pool with another account as %s › its ownership', (_role, call) => {
    expect(decode(...call)).toMatchObject([
      { is: 'authority', right: 'owner', to: bob },
      { locked: native(5n) },
    ])
  })

  test('swap that pays another account › names it', () => {
    const call: Call = [
      'AssetConversion',
      'swap_tokens_for_exact_tokens',
      [relayAsset, foreignAsset],
      5,
      4,
      bob,
      false,
    ]
    expect(decode(...call)).toMatchObject([
      {
        is: 'swap',
        isUnlisted: true,
        pays: { value: 4n, contract: 'relay' },
        gets: { value: 5n, contract: expect.stringMatching(/^foreignAssets\/.*2,?004/) },
        to: bob,
      },
    ])
    expect(risks(...call)).toEqual(['swap-to-other', 'unlisted-token'])
  })

  test('swap of currencies by name › both amounts', () => {
    const call: Call = [
      'Dex',
      'swap_with_exact_supply',
      [
        ['Token', 1],
        ['ForeignAsset', 2],
      ],
      5,
      4,
    ]
    expect(decode(...call)).toMatchObject([
      {
        pays: { value: 5n, contract: 'currencies/{"token":1}' },
        gets: { value: 4n, contract: 'currencies/{"foreignAsset":2}' },
        to: undefined,
      },
    ])
    expect(risks(...call)).toEqual(['unlisted-token'])
  })

  test('call as a derived account › taken from that account', () => {
    const derived = encodeDerivedAddress(alice, 7, 42)
    const call: CallValue = { call: ['Balances', 'transfer_keep_alive', bob, 5] }
    expect(decode('Utility', 'as_derivative', 7, call)).toMatchObject([
      knownCall('utility.asDerivative'),
      { is: 'batch', by: derived, facts: [{ is: 'transfer', from: derived, to: bob }] },
    ])
  })

  test('derived and multisig accounts of a 20-byte key › unknown', () => {
    const call: CallValue = { call: ['Balances', 'transfer_keep_alive', bob, 5] }
    const derived = runtimeCall('Utility', 'as_derivative', 7, call)
    const shared = runtimeCall('Multisig', 'as_multi_threshold_1', [bob], call)
    expect(decodeRuntimeCall(derived, moonAccount)).toMatchObject([{ is: 'unknown-call' }, {}])
    expect(decodeRuntimeCall(shared, moonAccount)).toMatchObject([{ is: 'unknown-call' }, {}])
  })

  test('call with a fallback call › both are decoded', () => {
    const transfer: CallValue = { call: ['Balances', 'transfer_keep_alive', bob, 5] }
    const add: CallValue = { call: ['Proxy', 'add_proxy', bob, ['Any'], 0] }
    expect(decode('Utility', 'if_else', transfer, add)).toMatchObject([
      { is: 'batch', facts: [{ is: 'transfer' }, { is: 'authority', right: 'account', to: bob }, {}] },
    ])
  })

  test('swap without a minimum › a risk', () => {
    expect(risks('Router', 'sell', 5, 0, 9n, 0n, [])).toEqual(['swap-low-minimum'])
  })

  test('swap as another account › paid by it', () => {
    const swap: CallValue = { call: ['Router', 'sell', 5, 0, 9n, 8n, []] }
    expect(decode('Proxy', 'proxy', bob, null, swap)).toMatchObject([
      {},
      { is: 'batch', by: bob, facts: [{ is: 'swap', payer: bob }] },
    ])
  })

  test('burn › a burnt amount', () => {
    expect(decode('Balances', 'burn', 5, false)).toMatchObject([{ is: 'burn', figure: native(5n) }, {}])
    expect(risks('Balances', 'burn', 5, false)).toEqual(['burn'])
  })

  test.each<[string, CallValue]>([
    ['removeProxies', { call: ['Proxy', 'remove_proxies'] }],
    ['removeProxy', { call: ['Proxy', 'remove_proxy', alice, ['Any'], 0] }],
    ['killPure', { call: ['Proxy', 'kill_pure', alice, ['Any'], 0] }],
  ])('%s as another account › can lock it forever, severe', (name, call) => {
    const lockout = { is: 'authority', name: `proxy.${name}`, right: 'control', to: undefined }
    const inBatch: CallValue = { call: ['Utility', 'batch', [call]] }
    expect(decode('Proxy', 'proxy', bob, null, call)[1]).toMatchObject({ by: bob, facts: [lockout, {}] })
    expect(decode('Proxy', 'proxy', bob, null, inBatch)[1]).toMatchObject({
      facts: [{ is: 'batch', facts: [lockout, {}] }],
    })
    expect(risks('Proxy', 'proxy', bob, null, inBatch).some(isSevere)).toBe(true)
  })

  test('decoded multisig call › its own facts, no control for others', () => {
    const weight = { ref_time: 0, proof_size: 0 }
    const transfer: CallValue = { call: ['Balances', 'transfer_keep_alive', bob, 5] }
    const add: CallValue = { call: ['Proxy', 'add_proxy', bob, ['Any'], 0] }
    expect(risks('Multisig', 'as_multi', 2, [bob], null, transfer, weight)).toEqual(['takes-from-other'])
    expect(risks('Multisig', 'as_multi', 2, [bob], null, add, weight).some(isSevere)).toBe(true)
    const hash = `0x${'11'.repeat(32)}`
    expect(risks('Multisig', 'approve_as_multi', 2, [bob], null, hash, weight).some(isSevere)).toBe(true)
  })

  const filter = ['Wild', ['AllCounted', 1]]
  const receiver = location(0, ['AccountId32', { network: null, id: u8aToHex(decodeAddress(bob)) }])
  const deposit: Value = ['DepositAsset', { assets: filter, beneficiary: receiver }]
  const transfer = (...instructions: readonly Value[]): Call => [
    'PolkadotXcm',
    'transfer_assets_using_type_and_then',
    ['V4', location(1, ['Parachain', 2_000])],
    ['V4', [{ id: relayAsset, fun: ['Fungible', 5n] }]],
    ['DestinationReserve'],
    ['V4', relayAsset],
    ['DestinationReserve'],
    ['V4', instructions],
    ['Unlimited'],
  ]
  test('transfer to another chain by type › names the recipient', () => {
    const beyond = { is: 'parachain', id: 2_000 }
    expect(decode(...transfer(deposit))).toMatchObject([
      { is: 'transfer', to: bob, figure: { value: 5n, contract: 'relay' }, beyond },
      knownCall('polkadotXcm.transferAssetsUsingTypeAndThen'),
    ])
  })

  test.each<[string, Call]>([
    ['further instructions', transfer(deposit, ['ClearOrigin'])],
    ['no instructions', transfer()],
    ['award', ['ChildBounties', 'award_child_bounty', 1, 2, bob]],
    ['commission', ['NominationPools', 'set_commission', 1, bob]],
    ['referendum that is cancelled', ['Referenda', 'cancel', 1]],
    ['refund that can burn', ['Assets', 'refund', 1_984, true]],
    ['known name, another chain’s arguments', ['Vesting', 'claim', bob]],
    ['liquidity for another', ['AssetConversion', 'remove_liquidity', relayAsset, usdtAsset, 5, bob]],
    [
      'path of one asset',
      ['AssetConversion', 'swap_exact_tokens_for_tokens', [relayAsset], 5, 4, alice, false],
    ],
  ])('%s › unknown, severe', (_, call) => {
    expect(decode(...call)).toMatchObject([{ is: 'unknown-call', mayTake: true }])
    expect(risks(...call)).toEqual(['unknown-with-value'])
  })

  test('known name with an inner call › unknown, the inner call is decoded', () => {
    const call: CallValue = { call: ['Balances', 'transfer_keep_alive', bob, 5] }
    expect(decode('Vesting', 'merge_schedules', call)).toMatchObject([
      { is: 'unknown-call', selector: 'vesting.mergeSchedules' },
      { is: 'transfer', to: bob },
    ])
  })
})
