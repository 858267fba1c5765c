import { type Camera, type CameraFailure, toCameraFailure } from './camera.ts'
import type { CodeReader } from './code-reader.ts'

/** Interval between decoded frames; short, because a hand stays still for longer. */
const lookEveryMs = 150

/** Time without a code after which the user gets a hint. */
export const scanHintAfterMs = 10_000

export type ScanEvent =
  | { readonly is: 'looking' }
  /** Nothing for 10 s. */
  | { readonly is: 'nothing-yet' }
  | { readonly is: 'found'; readonly text: string }
  | { readonly is: 'fault'; readonly why: CameraFailure }

type Tell = (news: ScanEvent) => void

/**
 * Shows the camera's video in `video` and reports each code once, again after another one, until the returned function is
 * called: then the camera is off, even if it is granted only later. A failure is the last event.
 */
export function watchCamera(camera: Camera, video: HTMLVideoElement, tell: Tell): () => void {
  const end = new AbortController()
  const { signal } = end
  const fail = (why: CameraFailure): void => {
    if (signal.aborted) return
    end.abort()
    tell({ is: 'fault', why })
  }
  const run = async () => {
    const picture = await camera.open()
    if (signal.aborted) return picture.stop()
    signal.addEventListener('abort', picture.stop)
    picture.onEnded(() => fail('ended'))
    const [read] = await Promise.all([camera.reader(signal).catch(() => undefined), picture.showIn(video)])
    if (signal.aborted) return
    if (read) look(read, video, signal, tell)
    else fail('no-reader')
  }
  if (camera.mayAsk()) run().catch((error: unknown) => fail(toCameraFailure(error)))
  else queueMicrotask(() => fail('forbidden'))
  return () => end.abort()
}

/** Decodes one frame after the other. */
function look(read: CodeReader, video: HTMLVideoElement, signal: AbortSignal, tell: Tell): void {
  const began = performance.now()
  let last: string | undefined
  let isHinted = false
  let timer: ReturnType<typeof setTimeout> | undefined
  signal.addEventListener('abort', () => clearTimeout(timer))
  const next = async () => {
    const text = await read(video).catch(() => undefined)
    if (signal.aborted) return
    if (text !== undefined && text !== last) {
      last = text
      tell({ is: 'found', text })
    } else if (!isHinted && last === undefined && performance.now() - began >= scanHintAfterMs) {
      isHinted = true
      tell({ is: 'nothing-yet' })
    }
    // The event handler may have ended the watch.
    if (!signal.aborted) timer = setTimeout(next, lookEveryMs)
  }
  tell({ is: 'looking' })
  void next()
}
