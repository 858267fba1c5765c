import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { appOpensWithinMs, useAppDidNotOpen } from './use-app-did-not-open.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const wait = (ms: number) => act(() => void vi.advanceTimersByTime(ms))

describe('useStayed', () => {
  it('behavior: a page that is still in front 1.8 s after the tap has stayed', () => {
    const { result } = renderHook(useAppDidNotOpen)
    wait(10_000)
    expect(result.current.at).toBe('here')
    act(() => result.current.leave())
    wait(appOpensWithinMs - 1)
    expect(result.current.at).toBe('leaving')
    wait(1)
    expect(result.current.at).toBe('stayed')
  })

  it('behavior: a page that went away has not, also when it comes back later', () => {
    const { result } = renderHook(useAppDidNotOpen)
    act(() => result.current.leave())
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    act(() => void document.dispatchEvent(new Event('visibilitychange')))
    wait(appOpensWithinMs)
    expect(result.current.at).toBe('here')
  })
})
