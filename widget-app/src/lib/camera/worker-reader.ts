import * as z from '#shared/zod.ts'
import workerFile from './code-worker.ts?worker&url'
import { cropSquare } from './crop-square.ts'
import { trustedScriptUrl } from './trusted-script-url.ts'

const responseSchema = z.object({ isReady: z.optional(z.boolean()), text: z.optional(z.string()) })

/** Created once, because a document allows the policy to be created once. */
const address = trustedScriptUrl(Reflect.get(globalThis, 'trustedTypes'), workerFile)

/** Decodes in a worker; false after the worker has failed. */
type WorkerReader = (video: HTMLVideoElement) => Promise<string | undefined | false>

/**
 * Creates the bundled decoder in a worker, which gets one image at a time and ends with `signal`. Undefined if the browser
 * lacks
 * an API for it, or a policy forbids the worker. No image leaves the page: the worker is its own and returns only text.
 */
export async function workerReader(page: Window, signal: AbortSignal): Promise<WorkerReader | undefined> {
  const { createImageBitmap } = page.window
  if (typeof Worker !== 'function' || typeof OffscreenCanvas !== 'function' || !createImageBitmap)
    return undefined
  if (address === undefined) return undefined
  let worker: Worker
  try {
    worker = new Worker(address)
  } catch {
    return undefined
  }
  let isBroken = false
  let resolveResponse: (message: z.output<typeof responseSchema> | undefined) => void = () => {}
  const next = () =>
    new Promise<z.output<typeof responseSchema> | undefined>((resolve) => {
      resolveResponse = resolve
    })
  const end = () => {
    isBroken = true
    worker.terminate()
    resolveResponse(undefined)
  }
  worker.addEventListener('message', ({ data }: MessageEvent<unknown>) =>
    resolveResponse(responseSchema.safeParse(data).data),
  )
  for (const errorEvent of ['error', 'messageerror']) worker.addEventListener(errorEvent, end)
  signal.addEventListener('abort', end)
  if (signal.aborted) end()
  const firstMessage = isBroken ? undefined : await next()
  if (!firstMessage?.isReady) {
    end()
    return undefined
  }
  return async (video) => {
    const { left, top, side, drawn } = cropSquare(video.videoWidth, video.videoHeight)
    if (isBroken) return false
    if (side === 0) return undefined
    const size = { resizeWidth: drawn, resizeHeight: drawn }
    const image = await createImageBitmap(video, left, top, side, side, size)
    if (isBroken) {
      image.close()
      return false
    }
    const read = next()
    worker.postMessage(image, [image])
    return (await read)?.text ?? (isBroken ? false : undefined)
  }
}
