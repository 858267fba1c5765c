import type { Page } from '@playwright/test'

export type Pixel = { readonly red: number; readonly green: number; readonly blue: number }

/** The rendered color at a point of the page, frames included. */
export async function pixelAt(page: Page, x: number, y: number): Promise<Pixel> {
  const capture = await page.screenshot({ clip: { x, y, width: 1, height: 1 }, animations: 'disabled' })
  return page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
    const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
    const context = new OffscreenCanvas(1, 1).getContext('2d')
    context?.drawImage(bitmap, 0, 0)
    const [red = 0, green = 0, blue = 0] = context?.getImageData(0, 0, 1, 1).data ?? []
    return { red, green, blue }
  }, capture.toString('base64'))
}

/** Approximate perceived brightness, from 0 (black) to 255 (white). */
export const brightness = ({ red, green, blue }: Pixel): number => 0.3 * red + 0.6 * green + 0.1 * blue
