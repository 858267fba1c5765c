import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { workerReader } from './worker-reader.ts'

/** A worker as browsers have it, which answers as a test says. */
class FakeWorker extends EventTarget {
  static made: FakeWorker[] = []
  readonly pictures: unknown[] = []
  readonly terminate = vi.fn()
  readonly url: string

  constructor(url: string | URL) {
    super()
    this.url = String(url)
    FakeWorker.made.push(this)
  }

  postMessage(picture: unknown, transfer: readonly unknown[]): void {
    expect(transfer).toEqual([picture])
    this.pictures.push(picture)
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

/** A reader whose worker is there. */
async function reading() {
  const coming = workerReader(window, end.signal)
  only().say({ isReady: true })
  const read = await coming
  if (!read) throw new Error('There is no reader')
  return { read, worker: only() }
}

type Forbidden = [string, () => void]

describe('workerReader', () => {
  it('behavior: the middle of a picture goes to the worker, whose text is the answer', async () => {
    const { read, worker } = await reading()
    expect(worker.url).toContain('/code-worker.ts')
    const text = read(video)
    await vi.waitFor(() => expect(worker.pictures).toHaveLength(1))
    expect(cut).toHaveBeenCalledWith(video, 280, 0, 720, 720, { resizeWidth: 640, resizeHeight: 640 })
    worker.say({ text: 'a code' })
    expect(await text).toBe('a code')
    const nothing = read(video)
    await vi.waitFor(() => expect(worker.pictures).toHaveLength(2))
    worker.say({ text: undefined })
    expect(await nothing).toBeUndefined()
  })

  it('error: a video without a picture yet is not sent', async () => {
    const { read, worker } = await reading()
    expect(await read(document.createElement('video'))).toBeUndefined()
    expect([worker.pictures, cut.mock.calls]).toEqual([[], []])
  })

  it('behavior: the worker ends when the person leaves, also while it is loaded', async () => {
    const { read, worker } = await reading()
    const pending = read(video)
    end.abort()
    expect(worker.terminate).toHaveBeenCalled()
    expect(await pending).toBe(false)
    expect(worker.pictures).toEqual([])

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
  ])('error: a browser that %s has none, and the page reads itself', async (_, forbid) => {
    forbid()
    expect(await workerReader(window, end.signal)).toBeUndefined()
  })

  it('error: a worker that does not load is let go', async () => {
    const coming = workerReader(window, end.signal)
    only().dispatchEvent(new Event('error'))
    expect(await coming).toBeUndefined()
    expect(only().terminate).toHaveBeenCalled()
  })

  it('error: one that breaks says so for good, so that the page takes over', async () => {
    const { read, worker } = await reading()
    const text = read(video)
    await vi.waitFor(() => expect(worker.pictures).toHaveLength(1))
    worker.dispatchEvent(new Event('error'))
    expect([await text, await read(video)]).toEqual([false, false])
  })
})
