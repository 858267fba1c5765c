/** Decodes codes off the main thread, so that it does not delay rendering. */
import { readPixels } from './read-pixels.ts'

const canvas = new OffscreenCanvas(1, 1)

function textOf(image: unknown): string | undefined {
  if (!(image instanceof ImageBitmap)) return undefined
  const { width, height } = image
  canvas.width = width
  canvas.height = height
  const context = canvas.getContext('2d', { willReadFrequently: true })
  context?.drawImage(image, 0, 0)
  image.close()
  return context ? readPixels(context.getImageData(0, 0, width, height)) : undefined
}

addEventListener('message', ({ data }: MessageEvent<unknown>) => {
  let text: string | undefined
  try {
    text = textOf(data)
  } finally {
    // Respond to every image, because the page waits for the response before it sends the next.
    postMessage({ text })
  }
})
postMessage({ isReady: true })
