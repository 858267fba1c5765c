/** Decodes codes off the main thread, so that it does not delay rendering. */
import { readPixels } from './read-pixels.ts'

const canvas = new OffscreenCanvas(1, 1)

function textOf(picture: unknown): string | undefined {
  if (!(picture instanceof ImageBitmap)) return undefined
  const { width, height } = picture
  canvas.width = width
  canvas.height = height
  const context = canvas.getContext('2d', { willReadFrequently: true })
  context?.drawImage(picture, 0, 0)
  picture.close()
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
