import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { useDelayed } from './use-delayed.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const wait = (ms: number) => act(() => void vi.advanceTimersByTime(ms))

describe('useDelayed', () => {
  it('active for less than 150 ms › never true', () => {
    const { result, rerender } = renderHook((active: boolean) => useDelayed(active), { initialProps: true })
    wait(149)
    expect(result.current).toBe(false)
    rerender(false)
    wait(1000)
    expect(result.current).toBe(false)
  })

  it('active for longer › true at 150 ms, false at once, and restarts', () => {
    const { result, rerender } = renderHook((active: boolean) => useDelayed(active), { initialProps: true })
    wait(150)
    expect(result.current).toBe(true)
    rerender(false)
    expect(result.current).toBe(false)
    rerender(true)
    expect(result.current).toBe(false)
  })
})
