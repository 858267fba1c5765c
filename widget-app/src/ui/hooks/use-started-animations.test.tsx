import { cleanup, render } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Sheet } from '../sheet/sheet.tsx'

const timeline = { currentTime: 5_000 }
const scrollTimeline = { currentTime: 40 }

/** The state of an animation that jsdom, which has none, lacks. */
const animation = (state: { pending: boolean; playState?: string; timeline?: unknown }) => ({
  playState: 'running',
  timeline,
  startTime: null,
  ...state,
})

function renderWith(animations: readonly ReturnType<typeof animation>[]) {
  Object.assign(document, { timeline, getAnimations: () => animations })
  return render(
    <Sheet title="Wallets" viewKey="wallets">
      Content
    </Sheet>,
  )
}

const dispatch = (name: string) => document.body.dispatchEvent(new Event(name, { bubbles: true }))

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => {
  cleanup()
  vi.useRealTimers()
  Reflect.deleteProperty(document, 'timeline')
  Reflect.deleteProperty(document, 'getAnimations')
})

it.each(['transitionrun', 'animationstart'])('%s, left pending by the browser › started', (event) => {
  const stuck = animation({ pending: true })
  renderWith([stuck])
  dispatch(event)
  expect(stuck.startTime).toBeNull()
  vi.runAllTimers()
  expect(stuck.startTime).toBe(5_000)
})

it('animation that runs, is paused, or follows the scroll position › unchanged', () => {
  const others = [
    animation({ pending: false }),
    animation({ pending: true, playState: 'paused' }),
    animation({ pending: true, timeline: scrollTimeline }),
  ]
  renderWith(others)
  dispatch('transitionrun')
  vi.runAllTimers()
  expect(others.map(({ startTime }) => startTime)).toEqual([null, null, null])
})

it('second animation after the first was checked › checked too', () => {
  const animations = [animation({ pending: false })]
  renderWith(animations)
  dispatch('transitionrun')
  vi.runAllTimers()
  const second = animation({ pending: true })
  animations.push(second)
  dispatch('transitionrun')
  vi.runAllTimers()
  expect(second.startTime).toBe(5_000)
})

it('sheet removed › nothing is read afterwards', () => {
  const stuck = animation({ pending: true })
  const { unmount } = renderWith([stuck])
  dispatch('transitionrun')
  unmount()
  vi.runAllTimers()
  expect(stuck.startTime).toBeNull()
})
