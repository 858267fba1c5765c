import { Tuple, TypeRegistry } from '@polkadot/types'
import { expect, test } from 'vitest'
import * as z from '#shared/zod.ts'
import { alice, bob } from '../testing/unit-world.ts'
import { assetContract } from './call-arguments.ts'
import { decodeEvents, simulatedEventSchema } from './decode-events.ts'

const event = (name: string, data: unknown) => {
  const [section = '', method = ''] = name.split('.')
  return { section, method, data }
}
const transfer = (from: string, to: string, amount: string) =>
  event('balances.Transfer', { from, to, amount })
const success = event('system.ExtrinsicSuccess', {})
const aliceOnPolkadot = '15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5'

test('dry run › transfers under any prefix › one change of the native currency', () => {
  const events = [
    transfer(aliceOnPolkadot, bob, '1,500,000'),
    transfer(bob, alice, '500'),
    transfer(bob, bob, '9'),
    success,
  ]
  expect(decodeEvents(events, alice)).toEqual({
    changes: [{ figure: { value: -1_499_500n, contract: undefined } }],
    grants: [],
    isPartial: false,
  })
})

test('R8 › dry run that grants authorities › each is a grant', () => {
  const events = [
    event('assets.ApprovedTransfer', { assetId: '1984', source: alice, delegate: bob, amount: '5,000' }),
    event('proxy.ProxyAdded', { delegator: alice, delegatee: bob, proxyType: 'Any', delay: '0' }),
    event('uniques.ApprovedTransfer', { collection: '3', item: '9', owner: alice, delegate: bob }),
    event('assets.OwnerChanged', { assetId: '5', owner: bob }),
    event('multisig.MultisigApproval', { approving: alice, multisig: bob, callHash: '0x11' }),
    // Of another account.
    event('proxy.ProxyAdded', { delegator: bob, delegatee: alice, proxyType: 'Any', delay: '0' }),
    success,
  ]
  expect(decodeEvents(events, alice)).toMatchObject({
    grants: [
      { is: 'approval', spender: bob, figure: { value: 5_000n, contract: 'assets/1984' } },
      { is: 'authority', name: 'proxy.ProxyAdded', right: 'account', to: bob },
      { is: 'authority', name: 'uniques.ApprovedTransfer', right: 'operator', to: bob },
      { is: 'authority', name: 'assets.OwnerChanged', right: 'owner', to: bob },
      { is: 'authority', name: 'multisig.MultisigApproval', right: 'multisig', to: bob },
    ],
    isPartial: false,
  })
})

test('R8 › dry run that moves assets and collectibles › each is a change', () => {
  const events = [
    event('assets.Transferred', { assetId: '1984', from: alice, to: bob, amount: '7' }),
    event('assets.TransferredApproved', {
      assetId: '1984',
      owner: alice,
      delegate: bob,
      destination: bob,
      amount: '3',
    }),
    event('nfts.Transferred', { collection: '3', item: '9', from: alice, to: bob }),
    success,
  ]
  expect(decodeEvents(events, alice)).toEqual({
    changes: [
      { figure: { value: -10n, contract: 'assets/1984' } },
      { figure: { value: -1n, contract: 'nfts/3' }, collectible: 9n },
    ],
    grants: [],
    isPartial: false,
  })
})

test.each([
  ['of an unknown kind', event('dex.Swap', { trader: alice })],
  ['of a known kind in another form', event('balances.Transfer', 'something else')],
  ['that stops a batch', event('utility.BatchInterrupted', { index: '1', error: {} })],
])('R8 › dry run with an event %s › partial', (_, unsupported) => {
  expect(decodeEvents([transfer(alice, bob, '5'), unsupported, success], alice)).toMatchObject({
    changes: [{ figure: { value: -5n } }],
    isPartial: true,
  })
})

test('P-F1 › asset identified by a location › the same id in a call and its events', () => {
  const registry = new TypeRegistry()
  const location = (key: string) =>
    registry.createType('MultiLocationV1', {
      parents: 1,
      interior: {
        X4: [
          { Parachain: 2_000 },
          ...['11', '22', key].map((byte) => ({
            AccountId32: { network: 'Any', id: `0x${byte.repeat(32)}` },
          })),
        ],
      },
    })
  const [moved, other] = [location('33'), location('44')]
  const types = ['MultiLocationV1', 'AccountId', 'AccountId', 'u128']
  const data = Object.assign(new Tuple(registry, types, [moved, alice, bob, 1_234n]), {
    names: ['assetId', 'from', 'to', 'amount'],
  })
  const transferred = z.parse(simulatedEventSchema(), {
    section: 'foreignAssets',
    method: 'Transferred',
    data,
  })
  const { changes, isPartial } = decodeEvents([transferred], alice)
  const contract = assetContract('foreignAssets', moved)
  expect({ changes, isPartial }).toEqual({
    changes: [{ figure: { value: -1_234n, contract } }],
    isPartial: false,
  })
  // Identifiers are truncated; two assets that differ only after that remain distinct.
  expect(assetContract('foreignAssets', other)).not.toBe(contract)
})
