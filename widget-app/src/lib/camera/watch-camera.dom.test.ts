import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Camera, CameraFailure, RunningCamera } from './camera.ts'
import { type ScanEvent, scanHintAfterMs, watchCamera } from './watch-camera.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** Watches a camera whose frames contain these codes, one after the other; the last one stays. */
function watch(codes: readonly (string | undefined)[], over: Partial<Camera & RunningCamera> = {}) {
  const left = [...codes]
  const events: ScanEvent[] = []
  const stop = vi.fn()
  let cut = () => {}
  const running: RunningCamera = {
    attachTo: async () => {},
    onEnded: (run) => {
      cut = run
    },
    stop,
    ...over,
  }
  const read = vi.fn(async () => (left.length > 1 ? left.shift() : left[0]))
  const camera: Camera = {
    canRequest: () => true,
    open: async () => running,
    reader: async () => read,
    ...over,
  }
  const end = watchCamera(camera, document.createElement('video'), (one) => events.push(one))
  return { events, stop, read, end, cut: () => cut() }
}

const failure = (why: CameraFailure) => ({ is: 'failed', why })
type FaultCase = [string, Partial<Camera & RunningCamera>, CameraFailure]
const failingCamera = (name: string) => ({ open: () => Promise.reject(new DOMException('no', name)) })

describe('watchCamera', () => {
  it('code › reported once, and again after another one', async () => {
    const { events, end } = watch([undefined, 'a', 'a', undefined, 'a', 'b', 'a'])
    await vi.advanceTimersByTimeAsync(2_000)
    end()
    expect(events).toEqual([{ is: 'looking' }, ...['a', 'b', 'a'].map((text) => ({ is: 'found', text }))])
  })

  it('no code for 10 s › reports the hint, once', async () => {
    const { events, end } = watch([undefined])
    await vi.advanceTimersByTimeAsync(scanHintAfterMs - 500)
    expect(events).toEqual([{ is: 'looking' }])
    await vi.advanceTimersByTimeAsync(scanHintAfterMs)
    end()
    expect(events).toEqual([{ is: 'looking' }, { is: 'nothing-yet' }])
  })

  it('ended › the camera is off, even if granted later, and nothing is reported', async () => {
    const shown = watch(['a'])
    await vi.advanceTimersByTimeAsync(500)
    const reportedCount = shown.events.length
    shown.end()
    expect(shown.stop).toHaveBeenCalledTimes(1)
    const readCount = shown.read.mock.calls.length
    await vi.advanceTimersByTimeAsync(5_000)
    expect([shown.events.length, shown.read.mock.calls.length]).toEqual([reportedCount, readCount])

    const late = watch(['a'])
    late.end()
    await vi.advanceTimersByTimeAsync(500)
    expect([late.stop.mock.calls.length, late.events]).toEqual([1, []])
  })

  it("ended › the reader's signal aborts", async () => {
    const reader = vi.fn(async (_signal: AbortSignal) => async () => undefined)
    const { end } = watch([], { reader })
    await vi.advanceTimersByTimeAsync(500)
    const [signal] = reader.mock.calls[0] ?? []
    expect(signal?.aborted).toBe(false)
    end()
    expect(signal?.aborted).toBe(true)
  })

  it('undecodable frame › counts as one without a code', async () => {
    let readCount = 0
    const read = async () => {
      readCount += 1
      if (readCount === 1) throw new DOMException('no', 'InvalidStateError')
      return 'a'
    }
    const { events, end } = watch([], { reader: async () => read })
    await vi.advanceTimersByTimeAsync(500)
    end()
    expect(events).toEqual([{ is: 'looking' }, { is: 'found', text: 'a' }])
  })

  it.each<FaultCase>([
    ['a page that keeps it off', { canRequest: () => false }, 'forbidden'],
    ['a person who says no', failingCamera('NotAllowedError'), 'denied'],
    ['no camera', failingCamera('NotFoundError'), 'none'],
    ['another app', failingCamera('NotReadableError'), 'busy'],
    ['a reader that does not load', { reader: () => Promise.reject(new TypeError('x')) }, 'no-reader'],
    ['a picture that does not play', { attachTo: () => Promise.reject(new TypeError('x')) }, 'failed'],
  ])('%s › reported, as the last event', async (_, over, why) => {
    const { events } = watch(['a'], over)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(events).toEqual([failure(why)])
  })

  it('camera turned off while it runs › reported and stopped', async () => {
    const { events, stop, cut } = watch([undefined])
    await vi.advanceTimersByTimeAsync(500)
    cut()
    await vi.advanceTimersByTimeAsync(500)
    expect([events, stop.mock.calls.length]).toEqual([[{ is: 'looking' }, failure('ended')], 1])
  })

  it('failure › ends everything that runs', async () => {
    const { stop } = watch([undefined], { reader: () => Promise.reject(new TypeError('x')) })
    await vi.advanceTimersByTimeAsync(500)
    expect(stop).toHaveBeenCalledTimes(1)
  })
})
