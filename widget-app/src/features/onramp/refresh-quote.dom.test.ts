import { expect, it, onTestFinished, vi } from 'vitest'
import { countOf, opened, ready, untilSo } from './testing/open-buy.ts'

function turnTo(visibilityState: DocumentVisibilityState): void {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(visibilityState)
  document.dispatchEvent(new Event('visibilitychange'))
}

it('hidden tab › no requests, no timers; visible again › refetches at once', async () => {
  onTestFinished(() => void vi.restoreAllMocks())
  const world = opened()
  await ready(world)
  const counts = () => [countOf(world, '/v1/onramp/quote'), countOf(world, '/v1/generators/onrampurl')]
  const [before = 0] = counts()
  turnTo('hidden')
  const timers = world.clock.pending
  await world.clock.advance(120_000)
  expect([counts(), world.clock.pending]).toEqual([[before, 1], timers])
  turnTo('visible')
  await untilSo(world, () => expect(counts()).toEqual([before + 1, 2]))
})
