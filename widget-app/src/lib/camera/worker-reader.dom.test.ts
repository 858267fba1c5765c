import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { workerReader } from './worker-reader.ts'

/** A worker as browsers have it, which responds as the test defines. */
class FakeWorker extends EventTarget {
  static made: FakeWorker[] = []
  readonly images: unknown[] = []
  readonly terminate = vi.fn()
  readonly url: string

  constructor(url: string | URL) {
    super()
    this.url = String(url)
    FakeWorker.made.push(this)
  }

  postMessage(image: unknown, transfer: readonly unknown[]): void {
    expect(transfer).toEqual([image])
    this.images.push(image)
  }

  say(data: unknown): void {
    this.dispatchEvent(new MessageEvent('message', { data }))
  }
}

const close = vi.fn()
const cut = vi.fn(async (..._where: unknown[]) => ({ close }))
const video = Object.defineProperties(document.createElement('video'), {
  videoWidth: { value: 1280 },
  videoHeight: { value: 720 },
})
let end = new AbortController()

beforeEach(() => {
  FakeWorker.made = []
  end = new AbortController()
  cut.mockClear()
  vi.stubGlobal('Worker', FakeWorker)
  vi.stubGlobal('OffscreenCanvas', class {})
  vi.stubGlobal('createImageBitmap', cut)
})
afterEach(() => vi.unstubAllGlobals())

const only = (): FakeWorker => {
  const [worker, ...more] = FakeWorker.made
  if (!worker || more.length > 0) throw new Error('There is not one worker')
  return worker
}

/** A reader whose worker has loaded. */
async function reading() {
  const coming = workerReader(window, end.signal)
  only().say({ isReady: true })
  const read = await coming
  if (!read) throw new Error('There is no reader')
  return { read, worker: only() }
}

type Forbidden = [string, () => void]

describe('workerReader', () => {
  it('image › its middle is sent to the worker, whose text is the result', async () => {
    const { read, worker } = await reading()
    expect(worker.url).toContain('/code-worker.ts')
    const text = read(video)
    await vi.waitFor(() => expect(worker.images).toHaveLength(1))
    expect(cut).toHaveBeenCalledWith(video, 280, 0, 720, 720, { resizeWidth: 640, resizeHeight: 640 })
    worker.say({ text: 'a code' })
    expect(await text).toBe('a code')
    const nothing = read(video)
    await vi.waitFor(() => expect(worker.images).toHaveLength(2))
    worker.say({ text: undefined })
    expect(await nothing).toBeUndefined()
  })

  it('video without a frame yet › not sent', async () => {
    const { read, worker } = await reading()
    expect(await read(document.createElement('video'))).toBeUndefined()
    expect([worker.images, cut.mock.calls]).toEqual([[], []])
  })

  it('signal aborts › the worker ends, also while it loads', async () => {
    const { read, worker } = await reading()
    const pending = read(video)
    end.abort()
    expect(worker.terminate).toHaveBeenCalled()
    expect(await pending).toBe(false)
    expect(worker.images).toEqual([])

    FakeWorker.made = []
    end = new AbortController()
    const coming = workerReader(window, end.signal)
    end.abort()
    expect(await coming).toBeUndefined()
    expect(only().terminate).toHaveBeenCalled()
  })

  it.each<Forbidden>([
    ['has no workers', () => vi.stubGlobal('Worker', undefined)],
    ['cannot draw in them', () => vi.stubGlobal('OffscreenCanvas', undefined)],
    [
      'refuses them',
      () =>
        vi.stubGlobal(
          'Worker',
          class {
            constructor() {
              throw new DOMException('no', 'SecurityError')
            }
          },
        ),
    ],
  ])('browser that %s › no worker reader, and the page decodes itself', async (_, forbid) => {
    forbid()
    expect(await workerReader(window, end.signal)).toBeUndefined()
  })

  it('worker does not load › terminated', async () => {
    const coming = workerReader(window, end.signal)
    only().dispatchEvent(new Event('error'))
    expect(await coming).toBeUndefined()
    expect(only().terminate).toHaveBeenCalled()
  })

  it('worker fails › false from then on, so that the page decodes itself', async () => {
    const { read, worker } = await reading()
    const text = read(video)
    await vi.waitFor(() => expect(worker.images).toHaveLength(1))
    worker.dispatchEvent(new Event('error'))
    expect([await text, await read(video)]).toEqual([false, false])
  })
})
