import * as z from 'zod/mini'
import { canRequestCamera } from './can-request-camera.ts'
import { type CodeReader, createCodeReader } from './code-reader.ts'

/**
 * Why there is no picture. `forbidden`: by a page, so that nobody was asked; `denied`: by the person or the browser;
 * `none`: no camera; `busy`: in use elsewhere; `ended`: turned off while it ran; `no-reader`: what reads codes could not be
 * loaded; `failed`: anything else.
 */
export type CameraFailure = 'forbidden' | 'denied' | 'none' | 'busy' | 'ended' | 'no-reader' | 'failed'

/** A camera that is on. */
export type RunningCamera = {
  /** Shows its picture; resolves once that moves. */
  readonly showIn: (video: HTMLVideoElement) => Promise<void>
  /** Calls back when somebody else turns it off. */
  readonly onEnded: (run: () => void) => void
  /** Turns it off: its light goes out. */
  readonly stop: () => void
}

/** A camera and what reads codes from its pictures, as a port. */
export type Camera = {
  /** Whether the person may be asked at all. */
  readonly mayAsk: () => boolean
  /** Asks the person. Rejects as `getUserMedia` does, see `toCameraFailure`. */
  readonly open: () => Promise<RunningCamera>
  /** Ends with the signal. Rejects when it cannot be loaded. */
  readonly reader: (signal: AbortSignal) => Promise<CodeReader>
}

/** The browser's camera, if possible the one that looks away from the person. */
export const browserCamera = (page: Window): Camera => ({
  mayAsk: () => canRequestCamera(page),
  open: async () =>
    running(
      await page.navigator.mediaDevices.getUserMedia({
        video: { facingMode: { ideal: 'environment' } },
        audio: false,
      }),
    ),
  reader: (signal) => createCodeReader(page, signal),
})

function running(stream: MediaStream): RunningCamera {
  let shownIn: HTMLVideoElement | undefined
  return {
    showIn: (video) => {
      shownIn = video
      video.srcObject = stream
      return video.play()
    },
    onEnded: (run) => {
      // Browsers tell this of what others end, not of our own `stop`.
      for (const track of stream.getTracks()) track.addEventListener('ended', run)
    },
    stop: () => {
      for (const track of stream.getTracks()) track.stop()
      if (shownIn) shownIn.srcObject = null
    },
  }
}

const namedSchema = z.object({ name: z.string() })

/** What `getUserMedia` rejects with (Media Capture and Streams §10.2), in our words. */
export function toCameraFailure(error: unknown): CameraFailure {
  switch (namedSchema.safeParse(error).data?.name) {
    case 'NotAllowedError':
    case 'SecurityError':
      return 'denied'
    case 'NotFoundError':
    case 'OverconstrainedError':
      return 'none'
    case 'NotReadableError':
    case 'AbortError':
      return 'busy'
    default:
      return 'failed'
  }
}
