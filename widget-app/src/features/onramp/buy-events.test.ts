import { expect, it } from 'vitest'
import { viewStackAtom } from '#widget/core/view-stack.ts'
import { buyAtom, selectProviderAtom } from './atoms/actions.ts'
import { buyer } from './testing/onramp-world.ts'
import { fillForm, openForm } from './testing/open-buy.ts'

it('provider selected › tracked; purchase › no event has the account', async () => {
  const world = openForm()
  world.store.set(viewStackAtom, { to: 'push', view: { name: 'OnRampProviders' } })
  world.store.set(selectProviderAtom, 'meld')
  await fillForm(world)
  world.store.set(buyAtom)
  expect(world.events).toMatchObject([
    { event: 'SELECT_BUY_PROVIDER', properties: { provider: 'meld', isSmartAccount: false } },
  ])
  expect(world.events).toHaveLength(1)
  expect(JSON.stringify(world.events)).not.toContain(buyer)
})
