import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { loadNetworksAtom } from '#widget/kernel/networks.ts'
import { testWorld } from '#widget/kernel/test-world.ts'
import { StoreProvider } from '#widget/lib/state.ts'
import { availabilityAtom } from '../availability.ts'
import { registerAtom } from '../bind.ts'
import { connected, nameOptions, registry, typed } from '../fixtures.tsx'
import { RegisterAccountNameView } from './register-account-name-view.tsx'

afterEach(cleanup)

async function shown(routes = registry()) {
  const world = testWorld(nameOptions(routes))
  connected(world)
  void world.store.set(loadNetworksAtom)
  render(
    <StoreProvider store={world.store}>
      <RegisterAccountNameView />
    </StoreProvider>,
  )
  await typed('anna')(world)
  return world
}

describe('RegisterAccountNameView', () => {
  test('behavior: a name that is free has no others beside it', async () => {
    await shown()
    expect(await screen.findByText('anna.reown.id is free')).toBeTruthy()
    expect(screen.queryByText('Free names like it')).toBeNull()
  })

  test('behavior: of one that is taken the free ones like it are offered, and a press takes one', async () => {
    await shown(registry(true))
    fireEvent.click(await screen.findByRole('button', { name: /anna-1\.reown\.id/ }))
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' }).value).toBe('anna-1')
  })

  test('behavior: the name is written before its ending in languages from right to left too', async () => {
    await shown()
    const box = screen.getByRole('textbox', { name: 'Name' }).parentElement
    expect(box?.dir).toBe('ltr')
    expect(box?.textContent).toBe('.reown.id')
  })

  test('error: a name that the registry refuses is looked up anew', async () => {
    let isTaken = false
    const suggestions = '/v1/profile/suggestions/anna'
    const world = await shown({
      ...registry(),
      [suggestions]: (...asked) => registry(isTaken)[suggestions]?.(...asked) ?? {},
      '/v1/profile/account': () => {
        isTaken = true
        return { status: 400, body: { reasons: [{ description: 'This name is taken' }] } }
      },
    })
    await world.store.set(registerAtom)
    await waitFor(async () => {
      await world.clock.advance(500)
      expect(world.store.get(availabilityAtom).is).toBe('taken')
    })
    expect(screen.getByText('The name was not registered')).toBeTruthy()
  })
})
