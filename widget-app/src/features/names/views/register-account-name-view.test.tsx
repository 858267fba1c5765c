import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { loadNetworksAtom } from '#widget/domain/networks/networks.ts'
import { StoreProvider } from '#widget/lib/state.ts'
import { type TestWorldOptions, testWorld } from '#widget/testing/world.ts'
import { registerAtom } from '../atoms.ts'
import { connected, nameOptions, registry, typeName } from '../fixtures.tsx'
import { availabilityAtom, nameAtom } from '../name-availability.ts'
import { RegisterAccountNameView } from './register-account-name-view.tsx'

afterEach(cleanup)

async function renderView(routes = registry(), deploy: TestWorldOptions['deploy'] = {}) {
  const world = testWorld({ ...nameOptions(routes), deploy })
  connected(world)
  void world.store.set(loadNetworksAtom)
  render(
    <StoreProvider store={world.store}>
      <RegisterAccountNameView />
    </StoreProvider>,
  )
  await typeName('anna')(world)
  return world
}

describe('RegisterAccountNameView', () => {
  test('free name › no suggestions', async () => {
    await renderView()
    expect(await screen.findByText('anna.reown.id is available')).toBeTruthy()
    expect(screen.queryByText('Available alternatives')).toBeNull()
  })

  test('zone of the operator › displayed, validated and sent', async () => {
    const free = {
      suggestions: [
        { name: 'anna.names.example', registered: true },
        { name: 'anna-1.names.example', registered: false },
      ],
    }
    const routes = { '/v1/profile/suggestions/anna': () => ({ body: free }) }
    const { store, urls } = await renderView(routes, { nameZone: 'names.example' })
    fireEvent.click(await screen.findByRole('button', { name: 'anna-1.names.example' }))
    expect(urls.some((url) => url.includes('zone=names.example'))).toBe(true)
    expect(screen.getByRole('textbox', { name: 'Name' }).parentElement?.textContent).toBe('.names.example')
    expect(document.body.textContent).not.toContain('reown.id')
    fireEvent.change(screen.getByRole('textbox', { name: 'Name' }), {
      target: { value: 'Anna.names.example' },
    })
    expect(store.get(nameAtom)).toBe('anna.names.example')
  })

  test('taken name › suggestions, and a click fills one in', async () => {
    await renderView(registry(true))
    fireEvent.click(await screen.findByRole('button', { name: /anna-1\.reown\.id/ }))
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' }).value).toBe('anna-1')
  })

  test('right-to-left language › the suffix still follows the name', async () => {
    await renderView()
    const box = screen.getByRole('textbox', { name: 'Name' }).parentElement
    expect(box?.dir).toBe('ltr')
    expect(box?.textContent).toBe('.reown.id')
  })

  test.each([
    ['anna_b', 'Only letters a to z, digits and hyphens'],
    ['аnna', 'Only letters a to z, digits and hyphens'],
    ['ännå', 'Only letters a to z, digits and hyphens'],
    ['a'.repeat(64), 'Too long: at most 63 characters'],
  ])('name › %j typed › kept, with a validation message', async (text, sentence) => {
    const world = await renderView()
    const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' })
    const asked = world.urls.length
    fireEvent.change(field, { target: { value: text } })
    await world.clock.advance(1_000)
    expect([field.value, field.maxLength]).toEqual([text, -1])
    expect(screen.getByText(sentence)).toBeTruthy()
    expect(field.getAttribute('aria-invalid')).toBe('true')
    expect(screen.queryByText(/is available$/)).toBeNull()
    expect(world.urls.slice(asked).filter((url) => url.includes('/profile/'))).toEqual([])
  })

  test('name › wide letters and suffix composed › kept, and the name is shown', async () => {
    const world = await renderView()
    const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' })
    fireEvent.compositionStart(field)
    for (const value of ['Ａ', 'Ａｎ', 'Ａｎｎａ', 'Ａｎｎａ.reown.id']) {
      fireEvent.input(field, { target: { value }, isComposing: true })
      expect(field.value).toBe(value)
    }
    fireEvent.compositionEnd(field)
    await waitFor(async () => {
      await world.clock.advance(500)
      expect(screen.getByText('anna.reown.id is available')).toBeTruthy()
    })
    expect(field.value).toBe('Ａｎｎａ.reown.id')
    expect(field.parentElement?.textContent).toBe('')
  })

  test('registry rejects the name › refetches its availability', async () => {
    let isTaken = false
    const suggestions = '/v1/profile/suggestions/anna'
    const world = await renderView({
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
