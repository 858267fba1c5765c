import { expect, it } from 'vitest'
import { viewStackAtom } from '#widget/core/view-stack.ts'
import { buyAtom, chooseProviderAtom } from './action-atoms.ts'
import { buyer } from './testing/onramp-world.ts'
import { opened, ready } from './testing/open-buy.ts'

it('provider selected › tracked; purchase › no event has the account', async () => {
  const world = opened()
  world.store.set(viewStackAtom, { to: 'push', view: { name: 'OnRampProviders' } })
  world.store.set(chooseProviderAtom, 'meld')
  await ready(world)
  world.store.set(buyAtom)
  expect(world.events).toMatchObject([
    { event: 'SELECT_BUY_PROVIDER', properties: { provider: 'meld', isSmartAccount: false } },
  ])
  expect(world.events).toHaveLength(1)
  expect(JSON.stringify(world.events)).not.toContain(buyer)
})
