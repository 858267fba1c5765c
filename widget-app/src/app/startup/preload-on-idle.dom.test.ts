import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { idleAfterInputMs, preloadOnIdle } from './preload-on-idle.ts'

const ran: string[] = []
const step = (name: string) => async () => {
  ran.push(name)
}
const idleMs = 200
const sign = (kind: string, pointerType?: string) =>
  document.dispatchEvent(Object.assign(new Event(kind), pointerType && { pointerType }))

/** Runs three steps in this document; the last test's listeners are gone, for its steps have run. */
const begin = () => preloadOnIdle(document, [step('first'), step('second'), step('third')])

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => {
  sign('click')
  ran.length = 0
  vi.useRealTimers()
})

test('behavior: what runs ahead waits for a sign of a hand; a view that scrolls by itself is none', async () => {
  begin()
  sign('scroll')
  await vi.advanceTimersByTimeAsync(10_000)
  expect(ran).toEqual([])
})

test('behavior: what runs ahead comes step by step once the pointer moves, each when nothing else is to do', async () => {
  begin()
  sign('pointermove')
  expect(ran).toEqual(['first'])
  sign('pointermove')
  expect(ran).toEqual(['first'])
  await vi.advanceTimersByTimeAsync(idleMs)
  expect(ran).toEqual(['first', 'second'])
  await vi.advanceTimersByTimeAsync(idleMs)
  expect(ran).toEqual(['first', 'second', 'third'])
})

test.each(['keydown', 'scroll'])(
  'behavior: what runs ahead waits while there is a %s, and a while after it',
  async (kind) => {
    begin()
    sign('pointermove')
    for (let times = 0; times < 20; times += 1) {
      sign(kind)
      await vi.advanceTimersByTimeAsync(idleAfterInputMs - 1)
    }
    expect(ran).toEqual(['first'])
    await vi.advanceTimersByTimeAsync(1)
    expect(ran).toEqual(['first', 'second'])
  },
)

test('behavior: what runs ahead begins after typing too, when the hand rests', async () => {
  begin()
  sign('keydown')
  await vi.advanceTimersByTimeAsync(idleAfterInputMs - 1)
  expect(ran).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(ran).toEqual(['first'])
})

test.each([
  ['a press of the mouse', 'pointerdown', 'mouse'],
  ['a click, by whatever means', 'click', undefined],
])('behavior: what runs ahead comes at once with %s', (_, kind, pointerType) => {
  begin()
  sign('keydown')
  sign(kind, pointerType)
  expect(ran).toEqual(['first', 'second', 'third'])
})

test('behavior: what runs ahead waits when a finger is put down, which may scroll', async () => {
  begin()
  sign('pointerdown', 'touch')
  expect(ran).toEqual([])
  await vi.advanceTimersByTimeAsync(idleAfterInputMs)
  expect(ran).toEqual(['first'])
})

test('error: what runs ahead goes on after a step that fails, and runs none twice', async () => {
  preloadOnIdle(document, [() => Promise.reject(new Error('not there')), step('next')])
  sign('pointermove')
  await vi.advanceTimersByTimeAsync(idleMs)
  sign('click')
  sign('pointermove')
  await vi.advanceTimersByTimeAsync(10_000)
  expect(ran).toEqual(['next'])
})
