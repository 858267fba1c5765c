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
  const news: ScanEvent[] = []
  const stop = vi.fn()
  let cut = () => {}
  const running: RunningCamera = {
    showIn: async () => {},
    onEnded: (run) => {
      cut = run
    },
    stop,
    ...over,
  }
  const read = vi.fn(async () => (left.length > 1 ? left.shift() : left[0]))
  const camera: Camera = { mayAsk: () => true, open: async () => running, reader: async () => read, ...over }
  const end = watchCamera(camera, document.createElement('video'), (one) => news.push(one))
  return { news, stop, read, end, cut: () => cut() }
}

const fault = (why: CameraFailure) => ({ is: 'fault', why })
type FaultCase = [string, Partial<Camera & RunningCamera>, CameraFailure]
const refusing = (name: string) => ({ open: () => Promise.reject(new DOMException('no', name)) })

describe('watchCamera', () => {
  it('code › reported once, and again after another one', async () => {
    const { news, end } = watch([undefined, 'a', 'a', undefined, 'a', 'b', 'a'])
    await vi.advanceTimersByTimeAsync(2_000)
    end()
    expect(news).toEqual([{ is: 'looking' }, ...['a', 'b', 'a'].map((text) => ({ is: 'found', text }))])
  })

  it('no code for 10 s › reports the hint, once', async () => {
    const { news, end } = watch([undefined])
    await vi.advanceTimersByTimeAsync(scanHintAfterMs - 500)
    expect(news).toEqual([{ is: 'looking' }])
    await vi.advanceTimersByTimeAsync(scanHintAfterMs)
    end()
    expect(news).toEqual([{ is: 'looking' }, { is: 'nothing-yet' }])
  })

  it('ended › the camera is off, even if granted later, and nothing is reported', async () => {
    const shown = watch(['a'])
    await vi.advanceTimersByTimeAsync(500)
    const told = shown.news.length
    shown.end()
    expect(shown.stop).toHaveBeenCalledTimes(1)
    const looks = shown.read.mock.calls.length
    await vi.advanceTimersByTimeAsync(5_000)
    expect([shown.news.length, shown.read.mock.calls.length]).toEqual([told, looks])

    const late = watch(['a'])
    late.end()
    await vi.advanceTimersByTimeAsync(500)
    expect([late.stop.mock.calls.length, late.news]).toEqual([1, []])
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
    let looks = 0
    const read = async () => {
      looks += 1
      if (looks === 1) throw new DOMException('no', 'InvalidStateError')
      return 'a'
    }
    const { news, end } = watch([], { reader: async () => read })
    await vi.advanceTimersByTimeAsync(500)
    end()
    expect(news).toEqual([{ is: 'looking' }, { is: 'found', text: 'a' }])
  })

  it.each<FaultCase>([
    ['a page that keeps it off', { mayAsk: () => false }, 'forbidden'],
    ['a person who says no', refusing('NotAllowedError'), 'denied'],
    ['no camera', refusing('NotFoundError'), 'none'],
    ['another app', refusing('NotReadableError'), 'busy'],
    ['a reader that does not load', { reader: () => Promise.reject(new TypeError('x')) }, 'no-reader'],
    ['a picture that does not play', { showIn: () => Promise.reject(new TypeError('x')) }, 'failed'],
  ])('%s › reported, as the last event', async (_, over, why) => {
    const { news } = watch(['a'], over)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(news).toEqual([fault(why)])
  })

  it('camera turned off while it runs › reported and stopped', async () => {
    const { news, stop, cut } = watch([undefined])
    await vi.advanceTimersByTimeAsync(500)
    cut()
    await vi.advanceTimersByTimeAsync(500)
    expect([news, stop.mock.calls.length]).toEqual([[{ is: 'looking' }, fault('ended')], 1])
  })

  it('failure › ends everything that runs', async () => {
    const { stop } = watch([undefined], { reader: () => Promise.reject(new TypeError('x')) })
    await vi.advanceTimersByTimeAsync(500)
    expect(stop).toHaveBeenCalledTimes(1)
  })
})
