import { expect, it, onTestFinished, vi } from 'vitest'
import { freshQuoteAtom } from './refresh-quote.ts'
import { countOf, filled, opened, untilSo } from './testing/open-swap.ts'

function turnTo(visibilityState: DocumentVisibilityState): void {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(visibilityState)
  document.dispatchEvent(new Event('visibilitychange'))
}

it('hidden tab › no quote request and no timer; visible › refetches at once', async () => {
  onTestFinished(() => void vi.restoreAllMocks())
  const world = opened()
  onTestFinished(world.store.sub(freshQuoteAtom, () => undefined))
  await filled(world)
  const before = countOf(world, '/v1/convert/quotes')
  turnTo('hidden')
  const timers = world.clock.pending
  await world.clock.advance(60_000)
  expect([countOf(world, '/v1/convert/quotes'), world.clock.pending]).toEqual([before, timers])
  turnTo('visible')
  await untilSo(world, () => expect(countOf(world, '/v1/convert/quotes')).toBe(before + 1))
})
