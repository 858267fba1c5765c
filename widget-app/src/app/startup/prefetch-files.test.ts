import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { prefetchFiles } from './prefetch-files.ts'

const files = ['a.js', 'b.js', 'c.js']
const atOnce = async () => {}
const muchIdleMs = 10_000

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => {
  vi.useRealTimers()
})

test('files › fetched one after another, the next after the previous response', async () => {
  const asked: string[] = []
  let come = () => {}
  void prefetchFiles(files, atOnce, (file) => {
    asked.push(file)
    return new Promise<void>((resolve) => {
      come = resolve
    })
  })
  for (const many of [1, 2, 3]) {
    await vi.advanceTimersByTimeAsync(muchIdleMs)
    expect(asked).toEqual(files.slice(0, many))
    come()
  }
})

test('widget hidden › fetching pauses, and continues when it is shown', async () => {
  let isShown = true
  let show = () => {}
  const shown = async () => {
    if (!isShown) await new Promise<void>((resolve) => (show = resolve))
  }
  const asked: string[] = []
  void prefetchFiles(files, shown, async (file) => {
    asked.push(file)
    isShown = false
  })
  await vi.advanceTimersByTimeAsync(muchIdleMs)
  expect(asked).toEqual(['a.js'])
  show()
  await vi.advanceTimersByTimeAsync(muchIdleMs)
  expect(asked).toEqual(['a.js', 'b.js'])
})

test('file that cannot be fetched › skipped', async () => {
  const asked: string[] = []
  void prefetchFiles(files, atOnce, async (file) => {
    asked.push(file)
    throw new Error('not there')
  })
  await vi.advanceTimersByTimeAsync(muchIdleMs)
  expect(asked).toEqual(files)
})
