import { u8aToHex } from '@polkadot/util'
import { decodeAddress } from '@polkadot/util-crypto'
import type { CallValue, Value } from './scale-encoder.ts'
import { alice, bob } from './unit-world.ts'

/** A call as drainers request it, with the facts that a review must name. */
export type DrainerCall = {
  /** `pallet.call` of the harmful call; unique in the corpus. */
  readonly name: string
  readonly call: CallValue['call']
  /** Parts of the facts, at any depth of batches. */
  readonly facts: readonly object[]
}

const hash = `0x${'11'.repeat(32)}`
const weight = { ref_time: 1_000, proof_size: 1_000 }
const transfer: CallValue = { call: ['Balances', 'transfer_keep_alive', bob, 5] }
const authority = (name: string, right: string, to: string | undefined = bob) => ({
  is: 'authority',
  name,
  right,
  to,
})
const unknown = (selector: string) => ({ is: 'unknown-call', selector, mayTake: true })

/** Locations and assets of XCM. */
const junctions = (...list: readonly Value[]): Value =>
  list.length === 0 ? ['Here'] : [`X${list.length}`, list]
const locationOf = (parents: number, ...list: readonly Value[]): Value => ({
  parents,
  interior: junctions(...list),
})
const parachain = ['Parachain', 2_000]
const attacker = ['AccountId32', { network: null, id: u8aToHex(decodeAddress(bob)) }]
const nativeAsset: Value = { id: locationOf(0), fun: ['Fungible', 5n] }
const usdtAsset: Value = {
  id: locationOf(0, ['PalletInstance', 50], ['GeneralIndex', 1_984]),
  fun: ['Fungible', 7n],
}
const beyond = { is: 'parachain', id: 2_000 }
const xcm = (pallet: string, name: string, ...assets: readonly Value[]): CallValue['call'] => [
  pallet,
  name,
  ['V4', locationOf(1, parachain)],
  ['V4', locationOf(0, attacker)],
  ['V4', assets],
  0,
  ['Unlimited'],
]
const remoteTransfer = (value: bigint, contract: string | undefined) => ({
  is: 'transfer',
  to: bob,
  figure: { value, contract },
  beyond,
})

/** Written from the pallets' documentation and reports of thefts; each gives the attacker (bob) something of alice's. */
export const drainerCalls: readonly DrainerCall[] = [
  {
    name: 'balances.transferAll',
    call: ['Balances', 'transfer_all', bob, false],
    facts: [{ is: 'transfer-all', to: bob }],
  },
  {
    name: 'proxy.addProxy',
    call: ['Proxy', 'add_proxy', bob, ['Any'], 0],
    facts: [authority('proxy.addProxy', 'account')],
  },
  {
    name: 'proxy.announce',
    call: ['Proxy', 'announce', bob, hash],
    facts: [authority('proxy.announce', 'account'), { is: 'blind', why: 'hash', bytes: hash }],
  },
  {
    name: 'proxy.proxy',
    call: ['Proxy', 'proxy', bob, null, transfer],
    facts: [{ is: 'transfer', from: bob }],
  },
  {
    name: 'multisig.asMulti',
    call: ['Multisig', 'as_multi', 2, [bob], null, transfer, weight],
    facts: [
      { is: 'authority', name: 'multisig.asMulti', right: 'multisig' },
      { is: 'transfer', to: bob },
    ],
  },
  {
    name: 'multisig.approveAsMulti',
    call: ['Multisig', 'approve_as_multi', 2, [bob], null, hash, weight],
    facts: [
      { is: 'authority', name: 'multisig.approveAsMulti', right: 'multisig' },
      { is: 'blind', why: 'hash', bytes: hash },
    ],
  },
  {
    name: 'multisig.asMultiThreshold1',
    call: ['Multisig', 'as_multi_threshold_1', [bob], transfer],
    facts: [{ is: 'authority', name: 'multisig.asMultiThreshold1', right: 'multisig' }],
  },
  {
    name: 'assets.approveTransfer',
    call: ['Assets', 'approve_transfer', 1984, bob, 1],
    facts: [{ is: 'approval', spender: bob, figure: { value: 1n, contract: 'assets/1984' } }],
  },
  {
    name: 'assets.transferApproved',
    call: ['Assets', 'transfer_approved', 1984, alice, bob, 7],
    facts: [{ is: 'transfer', from: undefined, to: bob }],
  },
  {
    name: 'assets.transferOwnership',
    call: ['Assets', 'transfer_ownership', 5, bob],
    facts: [authority('assets.transferOwnership', 'owner')],
  },
  {
    name: 'assets.setTeam',
    call: ['Assets', 'set_team', 5, alice, bob, alice],
    facts: [authority('assets.setTeam', 'owner')],
  },
  {
    name: 'assets.transferAll',
    call: ['Assets', 'transfer_all', 1984, bob, false],
    facts: [{ is: 'transfer-all', to: bob }],
  },
  {
    name: 'uniques.transfer',
    call: ['Uniques', 'transfer', 3, 9, bob],
    facts: [{ is: 'collectible', to: bob, collection: 'uniques/3', id: 9n, count: 1n }],
  },
  {
    name: 'uniques.approveTransfer',
    call: ['Uniques', 'approve_transfer', 3, 9, bob],
    facts: [authority('uniques.approveTransfer', 'operator'), { is: 'known-call' }],
  },
  {
    name: 'uniques.setTeam',
    call: ['Uniques', 'set_team', 3, bob, bob, bob],
    facts: [authority('uniques.setTeam', 'owner')],
  },
  {
    name: 'nfts.setPrice',
    call: ['Nfts', 'set_price', 3, 9, 0, bob],
    facts: [authority('nfts.setPrice', 'operator')],
  },
  {
    name: 'nfts.setTeam',
    call: ['Nfts', 'set_team', 3, null, bob, null],
    facts: [authority('nfts.setTeam', 'owner')],
  },
  {
    name: 'currencies.transfer',
    call: ['Currencies', 'transfer', bob, ['Token', 1], 10n ** 18n],
    facts: [{ is: 'transfer', to: bob, figure: { value: 10n ** 18n } }],
  },
  {
    name: 'currencies.transferNativeCurrency',
    call: ['Currencies', 'transfer_native_currency', bob, 10n ** 18n],
    facts: [{ is: 'transfer', to: bob, figure: { value: 10n ** 18n, contract: undefined } }],
  },
  {
    name: 'polkadotXcm.transferAssets',
    call: xcm('PolkadotXcm', 'transfer_assets', nativeAsset, usdtAsset),
    facts: [remoteTransfer(5n, undefined), remoteTransfer(7n, 'assets/1984')],
  },
  {
    name: 'polkadotXcm.limitedReserveTransferAssets',
    call: xcm('PolkadotXcm', 'limited_reserve_transfer_assets', nativeAsset),
    facts: [remoteTransfer(5n, undefined)],
  },
  {
    name: 'polkadotXcm.execute',
    call: ['PolkadotXcm', 'execute', '0x0102', weight],
    facts: [unknown('polkadotXcm.execute')],
  },
  {
    name: 'xcmPallet.limitedTeleportAssets',
    call: xcm('XcmPallet', 'limited_teleport_assets', nativeAsset),
    facts: [remoteTransfer(5n, undefined)],
  },
  {
    // The asset is not fungible, which the decoder does not support.
    name: 'xcmPallet.limitedReserveTransferAssets',
    call: xcm('XcmPallet', 'limited_reserve_transfer_assets', { id: locationOf(0), fun: ['NonFungible', 1] }),
    facts: [unknown('xcmPallet.limitedReserveTransferAssets')],
  },
  {
    name: 'xTokens.transfer',
    call: [
      'XTokens',
      'transfer',
      ['Token', 1],
      5n,
      ['V4', locationOf(1, parachain, attacker)],
      ['Unlimited'],
    ],
    facts: [{ is: 'transfer', to: bob, figure: { value: 5n }, beyond }],
  },
  {
    name: 'xTokens.transferMultiasset',
    call: [
      'XTokens',
      'transfer_multiasset',
      ['V4', usdtAsset],
      ['V4', locationOf(1, parachain, attacker)],
      ['Unlimited'],
    ],
    facts: [remoteTransfer(7n, 'assets/1984')],
  },
  {
    name: 'xTokens.transferMultiassets',
    call: [
      'XTokens',
      'transfer_multiassets',
      ['V4', [nativeAsset]],
      0,
      ['V4', locationOf(1, parachain, attacker)],
      ['Unlimited'],
    ],
    facts: [remoteTransfer(5n, undefined)],
  },
  {
    name: 'staking.setPayee',
    call: ['Staking', 'set_payee', ['Account', bob]],
    facts: [authority('staking.setPayee', 'rewards')],
  },
  {
    name: 'vesting.vestedTransfer',
    call: [
      'Vesting',
      'vested_transfer',
      bob,
      { locked: 10n ** 15n, per_block: 10n ** 15n, starting_block: 1 },
    ],
    facts: [{ is: 'transfer', to: bob, figure: { value: 10n ** 15n, contract: undefined } }],
  },
  {
    name: 'recovery.createRecovery',
    call: ['Recovery', 'create_recovery', [bob], 1, 0],
    facts: [authority('recovery.createRecovery', 'recovery')],
  },
  {
    name: 'sudo.setKey',
    call: ['Sudo', 'set_key', bob],
    facts: [authority('sudo.setKey', 'account')],
  },
  {
    name: 'contracts.call',
    call: ['Contracts', 'call', bob, 5, weight, null, '0xa9059cbb00'],
    facts: [{ is: 'unknown-call', to: bob, selector: 'contracts.call 0xa9059cbb', figure: { value: 5n } }],
  },
  {
    name: 'revive.call',
    call: ['Revive', 'call', `0x${'ab'.repeat(20)}`, 0, weight, 0, '0x095ea7b3'],
    facts: [{ is: 'unknown-call', selector: 'revive.call 0x095ea7b3', figure: undefined }],
  },
  {
    name: 'utility.batchAll',
    call: ['Utility', 'batch_all', [transfer, { call: ['Proxy', 'add_proxy', bob, ['Any'], 0] }]],
    facts: [{ is: 'transfer', to: bob }, authority('proxy.addProxy', 'account')],
  },
  {
    name: 'utility.asDerivative',
    call: ['Utility', 'as_derivative', 0, transfer],
    facts: [
      { is: 'known-call', name: 'utility.asDerivative' },
      { is: 'transfer', to: bob },
    ],
  },
  {
    name: 'system.setCode',
    call: ['System', 'set_code', '0x00'],
    facts: [unknown('system.setCode')],
  },
]
