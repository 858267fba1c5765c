import * as z from '#shared/zod.ts'
import { canRequestCamera } from './can-request-camera.ts'
import { type CodeReader, createCodeReader } from './code-reader.ts'

/**
 * Why there is no video. `forbidden`: by a page, so that the user was not prompted; `denied`: by the user or the browser;
 * `none`: no camera; `busy`: in use elsewhere; `ended`: turned off while it ran; `no-reader`: the code reader could not be
 * loaded; `failed`: anything else.
 */
export type CameraFailure = 'forbidden' | 'denied' | 'none' | 'busy' | 'ended' | 'no-reader' | 'failed'

/** A camera that is on. */
export type RunningCamera = {
  /** Shows its video; resolves once that plays. */
  readonly attachTo: (video: HTMLVideoElement) => Promise<void>
  /** Calls back when the camera is turned off from outside. */
  readonly onEnded: (run: () => void) => void
  /** Turns it off, and its light with it. */
  readonly stop: () => void
}

/** A camera and a reader for the codes in its video, as a port. */
export type Camera = {
  /** Whether the user may be prompted at all. */
  readonly canRequest: () => boolean
  /** Prompts the user. Rejects as `getUserMedia` does, see `toCameraFailure`. */
  readonly open: () => Promise<RunningCamera>
  /** Creates the reader, which ends with the signal. Rejects if it cannot be loaded. */
  readonly reader: (signal: AbortSignal) => Promise<CodeReader>
}

/** The browser's camera, if possible the one that faces away from the user. */
export const browserCamera = (page: Window): Camera => ({
  canRequest: () => canRequestCamera(page),
  open: async () =>
    createRunningCamera(
      await page.navigator.mediaDevices.getUserMedia({
        video: { facingMode: { ideal: 'environment' } },
        audio: false,
      }),
    ),
  reader: (signal) => createCodeReader(page, signal),
})

function createRunningCamera(stream: MediaStream): RunningCamera {
  let videoElement: HTMLVideoElement | undefined
  return {
    attachTo: (video) => {
      videoElement = video
      video.srcObject = stream
      return video.play()
    },
    onEnded: (run) => {
      // Browsers fire `ended` for an external cause, not for `stop`.
      for (const track of stream.getTracks()) track.addEventListener('ended', run)
    },
    stop: () => {
      for (const track of stream.getTracks()) track.stop()
      if (videoElement) videoElement.srcObject = null
    },
  }
}

const namedSchema = z.object({ name: z.string() })

/** Converts an error of `getUserMedia` (Media Capture and Streams §10.2). */
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
