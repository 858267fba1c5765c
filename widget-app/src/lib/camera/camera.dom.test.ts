import { afterEach, describe, expect, it, vi } from 'vitest'
import { browserCamera, toCameraFailure } from './camera.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  Reflect.deleteProperty(document, 'featurePolicy')
})

const withCamera = (getUserMedia: (wish: unknown) => Promise<unknown>) =>
  vi.stubGlobal('navigator', { ...navigator, mediaDevices: { getUserMedia } })
const withPolicy = (allowed: readonly string[]) =>
  Object.defineProperty(document, 'featurePolicy', {
    configurable: true,
    value: { allowsFeature: (name: string) => allowed.includes(name) },
  })

describe('browserCamera', () => {
  it('canRequestCamera › true if a camera may exist and no ancestor page forbids it', () => {
    const camera = browserCamera(window)
    expect(camera.canRequest()).toBe(false)
    withCamera(async () => ({}))
    expect(camera.canRequest()).toBe(true)
    withPolicy(['camera'])
    expect(camera.canRequest()).toBe(true)
    withPolicy(['payment'])
    expect(camera.canRequest()).toBe(false)
  })

  it('open › requests video only, shows it, and stop ends all of its tracks', async () => {
    const tracks = [new EventTarget(), new EventTarget()].map((track) =>
      Object.assign(track, { stop: vi.fn() }),
    )
    const open = vi.fn(async () => ({ getTracks: () => tracks }))
    withCamera(open)
    const camera = await browserCamera(window).open()
    expect(open).toHaveBeenCalledWith({ video: { facingMode: { ideal: 'environment' } }, audio: false })
    const video = document.createElement('video')
    const play = vi.spyOn(video, 'play').mockResolvedValue()
    await camera.attachTo(video)
    expect([play.mock.calls.length, video.srcObject]).toEqual([1, await open.mock.results[0]?.value])
    const ended = vi.fn()
    camera.onEnded(ended)
    tracks[1]?.dispatchEvent(new Event('ended'))
    expect(ended).toHaveBeenCalledTimes(1)
    camera.stop()
    expect(tracks.map(({ stop }) => stop.mock.calls.length)).toEqual([1, 1])
    expect(video.srcObject).toBeNull()
  })
})

describe('toCameraFailure', () => {
  it.each([
    ['NotAllowedError', 'denied'],
    ['SecurityError', 'denied'],
    ['NotFoundError', 'none'],
    ['OverconstrainedError', 'none'],
    ['NotReadableError', 'busy'],
    ['AbortError', 'busy'],
    ['UnknownError', 'failed'],
  ])('getUserMedia rejects with %s › %s', (name, failure) => {
    expect(toCameraFailure(new DOMException('no', name))).toBe(failure)
  })
})
