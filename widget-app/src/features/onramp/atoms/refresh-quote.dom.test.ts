import { expect, it, onTestFinished, vi } from 'vitest'
import { countOf, fillForm, openForm, waitUntil } from '../testing/open-buy.ts'

function setVisibility(visibilityState: DocumentVisibilityState): void {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(visibilityState)
  document.dispatchEvent(new Event('visibilitychange'))
}

it('hidden tab › no requests, no timers; visible again › refetches at once', async () => {
  onTestFinished(() => void vi.restoreAllMocks())
  const world = openForm()
  await fillForm(world)
  const counts = () => [countOf(world, '/v1/onramp/quote'), countOf(world, '/v1/generators/onrampurl')]
  const [before = 0] = counts()
  setVisibility('hidden')
  const timers = world.clock.pending
  await world.clock.advance(120_000)
  expect([counts(), world.clock.pending]).toEqual([[before, 1], timers])
  setVisibility('visible')
  await waitUntil(world, () => expect(counts()).toEqual([before + 1, 2]))
})
