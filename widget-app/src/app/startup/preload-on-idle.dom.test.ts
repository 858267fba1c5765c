import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { idleAfterInputMs, preloadOnIdle } from './preload-on-idle.ts'

const ran: string[] = []
const step = (name: string) => async () => {
  ran.push(name)
}
const idleMs = 200
const sign = (kind: string, pointerType?: string) =>
  document.dispatchEvent(Object.assign(new Event(kind), pointerType && { pointerType }))

/** Runs three steps in this document; the previous test's listeners are removed, because its steps have run. */
const begin = () => preloadOnIdle(document, [step('first'), step('second'), step('third')])

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => {
  sign('click')
  ran.length = 0
  vi.useRealTimers()
})

test('no input › nothing runs; a view that scrolls by itself is no input', async () => {
  begin()
  sign('scroll')
  await vi.advanceTimersByTimeAsync(10_000)
  expect(ran).toEqual([])
})

test('pointer moves › steps run one by one, each when idle', async () => {
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

test.each(['keydown', 'scroll'])('after a %s › steps wait, and a while longer', async (kind) => {
  begin()
  sign('pointermove')
  for (let times = 0; times < 20; times += 1) {
    sign(kind)
    await vi.advanceTimersByTimeAsync(idleAfterInputMs - 1)
  }
  expect(ran).toEqual(['first'])
  await vi.advanceTimersByTimeAsync(1)
  expect(ran).toEqual(['first', 'second'])
})

test('typing › steps run after it, when input has stopped', async () => {
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
])('%s › all steps run at once', (_, kind, pointerType) => {
  begin()
  sign('keydown')
  sign(kind, pointerType)
  expect(ran).toEqual(['first', 'second', 'third'])
})

test('touch starts › steps wait, because it may scroll', async () => {
  begin()
  sign('pointerdown', 'touch')
  expect(ran).toEqual([])
  await vi.advanceTimersByTimeAsync(idleAfterInputMs)
  expect(ran).toEqual(['first'])
})

test('step fails › the next one runs, and none twice', async () => {
  preloadOnIdle(document, [() => Promise.reject(new Error('not there')), step('next')])
  sign('pointermove')
  await vi.advanceTimersByTimeAsync(idleMs)
  sign('click')
  sign('pointermove')
  await vi.advanceTimersByTimeAsync(10_000)
  expect(ran).toEqual(['next'])
})
