import { expect, it } from 'vitest'
import { memoryTransport } from '#widget/chains/testing/scripted-transport.ts'
import { addressEncodingsAtom } from '#widget/domain/accounts/address-encodings.ts'
import { findImpersonatedAddress } from '#widget/domain/accounts/address-poisoning.ts'
import { testWorld } from '#widget/testing/world.ts'
import { chainPorts } from './chain-ports.ts'

/** One key's account with the prefixes 42, 0 and 2: `subkey inspect //Alice`. */
const alice = [
  '5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY',
  '15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5',
  'HNZata7iMYWmk5RvZRTiAsSDhV8366zq2YGb3tLH5Upf74F',
]
const [known = ''] = alice
const bob = '5FHneW46xGXgs5mUiveU4sbTyGBzmstUspZC92UhjJM694ty'
/** Resembles Bob's address with the prefix 0, and none of his other encodings. */
const imitation = '14E5nqKAp3oAJcmcAYo63bU2VJ77drRzSiGUcYz7imct1vF3'

function world() {
  const { store, clock } = testWorld()
  const ports = chainPorts({ store, clock, transport: memoryTransport({}), fetch })
  const forms = (namespace: 'polkadot' | 'eip155') => store.get(addressEncodingsAtom(namespace)).of
  return { adapter: ports.adapter, forms }
}

it('Polkadot adapter loaded › addresses compared in the encodings that users see', async () => {
  const { adapter, forms } = world()
  expect(forms('polkadot')(known)).toEqual([known])
  expect(findImpersonatedAddress(imitation, [bob], forms('polkadot'))).toBeUndefined()
  await adapter('polkadot')
  for (const address of alice) expect(forms('polkadot')(address)).toEqual(alice)
  expect(findImpersonatedAddress(imitation, [bob], forms('polkadot'))).toBe(bob)
})

it('adapter without other encodings loaded › only the address itself', async () => {
  const { adapter, forms } = world()
  await adapter('eip155')
  await adapter('polkadot')
  expect(forms('eip155')(known)).toEqual([known])
})
