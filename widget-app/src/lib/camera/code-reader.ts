import * as z from 'zod/mini'

/** What is looked at: a video's present picture, or pixels. */
export type CodePicture = HTMLVideoElement | ImageData

/** Reads the QR code of a picture; undefined while there is none that can be read. */
export type CodeReader = (picture: CodePicture) => Promise<string | undefined>

/** A longer side tells a decoder nothing more, and costs time. */
const longestSide = 640

const foundSchema = z.array(z.object({ rawValue: z.string() }))
const detectorSchema = z.object({
  detect: z.custom<(picture: CodePicture) => Promise<unknown>>((value) => typeof value === 'function'),
})
const formatsSchema = z.array(z.string())

/** The browser's own decoder (Shape Detection API), where it has one that knows QR codes. */
async function browserReader(page: object): Promise<CodeReader | undefined> {
  const detector: unknown = Reflect.get(page, 'BarcodeDetector')
  if (typeof detector !== 'function') return undefined
  try {
    const known: unknown = await Reflect.apply(Reflect.get(detector, 'getSupportedFormats'), detector, [])
    if (!formatsSchema.parse(known).includes('qr_code')) return undefined
    const own: unknown = Reflect.construct(detector, [{ formats: ['qr_code'] }])
    const { detect } = detectorSchema.parse(own)
    return async (picture) => {
      const found = foundSchema.parse(await detect.call(own, picture))
      return found.find(({ rawValue }) => rawValue !== '')?.rawValue
    }
  } catch {
    // It is there in name only, as on systems without the service behind it: ours does the same.
    return undefined
  }
}

/** The square in the middle of a picture, which is what a person sees of it, and how long its side is drawn; in pixels. */
export function squareOf(width: number, height: number) {
  const side = Math.min(width, height)
  return {
    left: Math.floor((width - side) / 2),
    top: Math.floor((height - side) / 2),
    side,
    drawn: Math.min(side, longestSide),
  }
}

/** The pixels of a video's present picture, no more than a decoder needs; undefined before there is one. */
function pixelsOf(video: HTMLVideoElement, canvas: HTMLCanvasElement): ImageData | undefined {
  const { left, top, side, drawn } = squareOf(video.videoWidth, video.videoHeight)
  if (side === 0) return undefined
  canvas.width = drawn
  canvas.height = drawn
  const context = canvas.getContext('2d', { willReadFrequently: true })
  context?.drawImage(video, left, top, side, side, 0, 0, drawn, drawn)
  return context?.getImageData(0, 0, drawn, drawn)
}

const load = () => import('jsqr')

/** Our own decoder, which is loaded by this; once more when that fails. */
async function ownReader(page: Document): Promise<CodeReader> {
  const { default: jsQR } = await load().catch(load)
  const canvas = page.createElement('canvas')
  return async (picture) => {
    const pixels = 'data' in picture ? picture : pixelsOf(picture, canvas)
    return (pixels && jsQR(pixels.data, pixels.width, pixels.height)?.data) || undefined
  }
}

/** The browser's decoder, else our own. Rejects when ours cannot be loaded. */
export const createCodeReader = async (page: Window): Promise<CodeReader> =>
  (await browserReader(page)) ?? ownReader(page.document)
