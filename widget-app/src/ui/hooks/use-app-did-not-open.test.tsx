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

describe('useAppDidNotOpen', () => {
  it('page still visible 1.8 s after the tap › stayed', () => {
    const { result } = renderHook(useAppDidNotOpen)
    wait(10_000)
    expect(result.current.at).toBe('here')
    act(() => result.current.markLeaving())
    wait(appOpensWithinMs - 1)
    expect(result.current.at).toBe('leaving')
    wait(1)
    expect(result.current.at).toBe('stayed')
  })

  it('page hidden meanwhile › not stayed, also when it returns later', () => {
    const { result } = renderHook(useAppDidNotOpen)
    act(() => result.current.markLeaving())
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    act(() => void document.dispatchEvent(new Event('visibilitychange')))
    wait(appOpensWithinMs)
    expect(result.current.at).toBe('here')
  })
})
