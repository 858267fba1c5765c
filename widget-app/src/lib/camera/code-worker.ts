/** Reads codes beside the page, so that a look at a picture takes nothing from what is on screen. */
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
    // Every picture is answered, or nobody would look at the next.
    postMessage({ text })
  }
})
postMessage({ isReady: true })
