import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { StoreProvider } from '#widget/lib/state.ts'
import { type TestWorldOptions, testWorld } from '#widget/testing/world.ts'
import { onrampOptions, openBuy } from '../testing/onramp-world.ts'
import { OnRampAmountView } from './on-ramp-amount-view.tsx'
import { OnRampProvidersView } from './on-ramp-providers-view.tsx'

afterEach(cleanup)

const views = [
  ['OnRampAmount', OnRampAmountView],
  ['OnRampProviders', OnRampProvidersView],
] as const

function renderView([name, View]: (typeof views)[number], over: TestWorldOptions = {}) {
  const world = testWorld(onrampOptions({}, {}, over))
  openBuy(world, { name })
  render(
    <StoreProvider store={world.store}>
      <View />
    </StoreProvider>,
  )
}

const expectOnlyTitle = (title: string) => {
  expect(screen.getByText(title)).toBeTruthy()
  expect([screen.queryByRole('textbox'), screen.queryByRole('button')]).toEqual([null, null])
}

describe('BuyGuard', () => {
  it.each(views)('host opens %s without the feature › states that it is off', (...view) => {
    renderView(view, { config: { basic: true } })
    expectOnlyTitle('This site does not offer buying')
  })

  it.each(views)('restricted time zone, %s › states it, no purchase possible', (...view) => {
    const resolved = new Intl.DateTimeFormat('en').resolvedOptions()
    const spy = vi
      .spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions')
      .mockReturnValue({ ...resolved, timeZone: 'Asia/Urumqi' })
    onTestFinished(() => spy.mockRestore())
    renderView(view)
    expectOnlyTitle('Not available in your region')
  })
})
