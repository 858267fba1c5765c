import { expandMetadata, Metadata, TypeRegistry } from '@polkadot/types'
import metadata from '@polkadot/types-support/metadata/static-substrate'
import { expect, test } from 'vitest'
import { isAllowListed } from '#widget/domain/review/allow-list.ts'
import { readRuntimeCall } from './read-runtime-call.ts'
import { alice, assetHub, bob } from './testing/unit-world.ts'

const registry = new TypeRegistry()
const known = new Metadata(registry, metadata)
registry.setMetadata(known)
const { tx } = expandMetadata(registry, known)
const call = (pallet: string, name: string, ...args: unknown[]) => {
  const made = tx[pallet]?.[name]?.(...args)
  if (made === undefined) throw new Error(`The runtime has no ${pallet}.${name}`)
  return made
}

const hash = `0x${'11'.repeat(32)}`
const weight = { refTime: 0, proofSize: 0 }
const transfer = () => call('balances', 'transferKeepAlive', bob, 5)

test.each([
  ['multisig.approveAsMulti', call('multisig', 'approveAsMulti', 2, [bob], null, hash, weight)],
  ['proxy.announce', call('proxy', 'announce', bob, hash)],
  ['uniques.transfer', call('uniques', 'transfer', 1, 2, bob)],
  ['assets.setTeam', call('assets', 'setTeam', 1, bob, bob, bob)],
  ['staking.setController', call('staking', 'setController')],
])('R6 › %s, not in the table › is an unknown call that may take', (selector, made) => {
  expect(readRuntimeCall(made)).toMatchObject([{ is: 'unknown-call', selector, mayTake: true }])
})

test('R6 › call inside a proxy call › both the proxy call and the inner call are named', () => {
  expect(readRuntimeCall(call('proxy', 'proxy', alice, null, transfer()))).toMatchObject([
    { is: 'unknown-call', selector: 'proxy.proxy' },
    { is: 'transfer', to: bob },
  ])
})

test('R6 › remark that reads as a message › is a call, which the allow-list does not have', () => {
  const facts = readRuntimeCall(call('system', 'remark', 'hello'))
  expect(facts).toMatchObject([
    { is: 'message', text: 'hello' },
    { is: 'known-call', name: 'system.remark' },
  ])
  const known = { host: 'shop.example', isBundledToken: () => false }
  expect(isAllowListed({ account: alice, chain: assetHub, facts }, known)).toBe(false)
})

test('R6 › remark that signs in to the site itself › is not on the allow-list', () => {
  const text = 'shop.example wants you to sign in with your Polkadot account:'
  const facts = readRuntimeCall(call('system', 'remarkWithEvent', text))
  const known = { host: 'shop.example', isBundledToken: () => false }
  expect(facts[0]).toMatchObject({ is: 'sign-in', domain: 'shop.example' })
  expect(isAllowListed({ account: alice, chain: assetHub, facts }, known)).toBe(false)
})
