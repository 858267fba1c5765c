import { expect, it, onTestFinished, vi } from 'vitest'
import { countOf, fillForm, openForm, waitUntil } from '../testing/open-swap.ts'
import { freshQuoteAtom } from './refresh-quote.ts'

function setVisibility(visibilityState: DocumentVisibilityState): void {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(visibilityState)
  document.dispatchEvent(new Event('visibilitychange'))
}

it('hidden tab › no quote request and no timer; visible › refetches at once', async () => {
  onTestFinished(() => void vi.restoreAllMocks())
  const world = openForm()
  onTestFinished(world.store.sub(freshQuoteAtom, () => undefined))
  await fillForm(world)
  const before = countOf(world, '/v1/convert/quotes')
  setVisibility('hidden')
  const timers = world.clock.pending
  await world.clock.advance(60_000)
  expect([countOf(world, '/v1/convert/quotes'), world.clock.pending]).toEqual([before, timers])
  setVisibility('visible')
  await waitUntil(world, () => expect(countOf(world, '/v1/convert/quotes')).toBe(before + 1))
})
