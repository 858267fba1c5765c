import * as z from '#shared/zod.ts'
import { cropSquare } from './crop-square.ts'
import { workerReader } from './worker-reader.ts'

/** What is decoded: a video's current frame, or pixels. */
export type CodePicture = HTMLVideoElement | ImageData

/** Decodes the QR code of an image; undefined if there is no readable one. */
export type CodeReader = (image: CodePicture) => Promise<string | undefined>

const foundSchema = z.array(z.object({ rawValue: z.string() }))
const detectorSchema = z.object({
  detect: z.custom<(image: CodePicture) => Promise<unknown>>((value) => typeof value === 'function'),
})
const formatsSchema = z.array(z.string())

/** The browser's own decoder (Shape Detection API), if it supports QR codes. */
async function browserReader(page: object): Promise<CodeReader | undefined> {
  const detector: unknown = Reflect.get(page, 'BarcodeDetector')
  if (typeof detector !== 'function') return undefined
  try {
    const supportedFormats: unknown = await Reflect.apply(
      Reflect.get(detector, 'getSupportedFormats'),
      detector,
      [],
    )
    if (!formatsSchema.parse(supportedFormats).includes('qr_code')) return undefined
    const instance: unknown = Reflect.construct(detector, [{ formats: ['qr_code'] }])
    const { detect } = detectorSchema.parse(instance)
    return async (image) => {
      const results = foundSchema.parse(await detect.call(instance, image))
      return results.find(({ rawValue }) => rawValue !== '')?.rawValue
    }
  } catch {
    // The API exists without an implementation, as on systems without the underlying service: use the bundled decoder.
    return undefined
  }
}

/** The pixels of a video's current frame, no more than a decoder needs; undefined before the first frame. */
function pixelsOf(video: HTMLVideoElement, canvas: HTMLCanvasElement): ImageData | undefined {
  const { left, top, side, drawn } = cropSquare(video.videoWidth, video.videoHeight)
  if (side === 0) return undefined
  canvas.width = drawn
  canvas.height = drawn
  const context = canvas.getContext('2d', { willReadFrequently: true })
  context?.drawImage(video, left, top, side, side, 0, 0, drawn, drawn)
  return context?.getImageData(0, 0, drawn, drawn)
}

const load = () => import('./read-pixels.ts')

/** The bundled decoder on the main thread, which is loaded by this; a failed import is repeated once. */
async function pageReader(page: Document): Promise<CodeReader> {
  const { readPixels } = await load().catch(load)
  const canvas = page.createElement('canvas')
  return async (image) => {
    const pixels = 'data' in image ? image : pixelsOf(image, canvas)
    return pixels && readPixels(pixels)
  }
}

/** The bundled decoder: in a worker, or on the main thread if a worker is unavailable or has failed. */
async function bundledReader(page: Window, signal: AbortSignal): Promise<CodeReader> {
  const readInWorker = await workerReader(page, signal)
  if (!readInWorker) return pageReader(page.document)
  let mainThreadReader: Promise<CodeReader> | undefined
  return async (image) => {
    const text = 'data' in image ? false : await readInWorker(image)
    if (text !== false || signal.aborted) return text || undefined
    mainThreadReader ??= pageReader(page.document)
    return (await mainThreadReader)(image)
  }
}

/** The browser's decoder, else the bundled one, until `signal` aborts. Rejects if the bundled one cannot be loaded. */
export const createCodeReader = async (page: Window, signal: AbortSignal): Promise<CodeReader> =>
  (await browserReader(page)) ?? bundledReader(page, signal)
