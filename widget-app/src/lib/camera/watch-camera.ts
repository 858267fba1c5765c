import { type Camera, type CameraFailure, toCameraFailure } from './camera.ts'
import type { CodeReader } from './code-reader.ts'

/** Interval between decoded frames; short, because a hand stays still for longer. */
const readIntervalMs = 150

/** Time without a code after which the user gets a hint. */
export const scanHintAfterMs = 10_000

export type ScanEvent =
  | { readonly is: 'looking' }
  /** Nothing for 10 s. */
  | { readonly is: 'nothing-yet' }
  | { readonly is: 'found'; readonly text: string }
  | { readonly is: 'failed'; readonly why: CameraFailure }

type OnScanEvent = (event: ScanEvent) => void

/**
 * Shows the camera's video in `video` and reports each code once, again after another one, until the returned function is
 * called: then the camera is off, even if it is granted only later. A failure is the last event.
 */
export function watchCamera(camera: Camera, video: HTMLVideoElement, onEvent: OnScanEvent): () => void {
  const end = new AbortController()
  const { signal } = end
  const fail = (why: CameraFailure): void => {
    if (signal.aborted) return
    end.abort()
    onEvent({ is: 'failed', why })
  }
  const run = async () => {
    const runningCamera = await camera.open()
    if (signal.aborted) return runningCamera.stop()
    signal.addEventListener('abort', runningCamera.stop)
    runningCamera.onEnded(() => fail('ended'))
    const [read] = await Promise.all([
      camera.reader(signal).catch(() => undefined),
      runningCamera.attachTo(video),
    ])
    if (signal.aborted) return
    if (read) readFrames(read, video, signal, onEvent)
    else fail('no-reader')
  }
  if (camera.canRequest()) run().catch((error: unknown) => fail(toCameraFailure(error)))
  else queueMicrotask(() => fail('forbidden'))
  return () => end.abort()
}

/** Decodes one frame after the other. */
function readFrames(
  read: CodeReader,
  video: HTMLVideoElement,
  signal: AbortSignal,
  onEvent: OnScanEvent,
): void {
  const startedAt = performance.now()
  let last: string | undefined
  let isHinted = false
  let timer: ReturnType<typeof setTimeout> | undefined
  signal.addEventListener('abort', () => clearTimeout(timer))
  const next = async () => {
    const text = await read(video).catch(() => undefined)
    if (signal.aborted) return
    if (text !== undefined && text !== last) {
      last = text
      onEvent({ is: 'found', text })
    } else if (!isHinted && last === undefined && performance.now() - startedAt >= scanHintAfterMs) {
      isHinted = true
      onEvent({ is: 'nothing-yet' })
    }
    // The event handler may have ended the watch.
    if (!signal.aborted) timer = setTimeout(next, readIntervalMs)
  }
  onEvent({ is: 'looking' })
  void next()
}
