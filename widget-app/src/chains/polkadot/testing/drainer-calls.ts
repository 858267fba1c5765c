import type { CallValue } from './scale-encoder.ts'
import { alice, bob } from './unit-world.ts'

/** A call as drainers ask for it, with the facts a review has to name. */
export type DrainerCall = {
  /** `pallet.call` of the call that does the harm; no two of the corpus have the same. */
  readonly name: string
  readonly call: CallValue['call']
  /** What the facts contain, in any depth of batches. */
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
    facts: [{ is: 'transfer', from: alice, to: bob }],
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
    facts: [unknown('utility.asDerivative'), { is: 'transfer', to: bob }],
  },
  {
    name: 'system.setCode',
    call: ['System', 'set_code', '0x00'],
    facts: [unknown('system.setCode')],
  },
]
