import type { Browser, Page } from '@playwright/test'
import { chromium } from '@playwright/test'

/** Side of a raster icon in pixels: 40 CSS px at 2.4×. */
const rasterSide = 96

/** Renders images in a browser page without network access. */
export type IconRenderer = {
  /** True if the image covers the whole square, except for its rounded corners. */
  readonly isOpaque: (dataUri: string) => Promise<boolean>
  /** Renders the image on a tile of `colour`, as WebP bytes. */
  readonly toWebp: (dataUri: string, colour: string) => Promise<Buffer>
  readonly close: () => Promise<void>
}

// Runs in the page. Ignores corners of 30 %: the widget's rounding hides them.
async function coversSquare([dataUri, side]: [string, number]): Promise<boolean> {
  const image = new Image(side, side)
  image.src = dataUri
  await image.decode()
  const canvas = new OffscreenCanvas(side, side)
  const canvasContext = canvas.getContext('2d')
  if (canvasContext === null) throw new Error('no canvas')
  canvasContext.drawImage(image, 0, 0, side, side)
  const { data } = canvasContext.getImageData(0, 0, side, side)
  const corner = side * 0.3
  const inner = (at: number) => at >= corner && at < side - corner
  return !data.some(
    (alpha, at) =>
      at % 4 === 3 && alpha < 250 && (inner((at >> 2) % side) || inner(Math.floor((at >> 2) / side))),
  )
}

// Runs in the page; returns base64.
async function drawWebp([dataUri, colour, side]: [string, string, number]): Promise<string> {
  const image = new Image(side, side)
  image.src = dataUri
  await image.decode()
  const canvas = document.createElement('canvas')
  canvas.width = side
  canvas.height = side
  const canvasContext = canvas.getContext('2d')
  if (canvasContext === null) throw new Error('no canvas')
  canvasContext.imageSmoothingQuality = 'high'
  canvasContext.fillStyle = colour
  canvasContext.fillRect(0, 0, side, side)
  canvasContext.drawImage(image, 0, 0, side, side)
  return canvas.toDataURL('image/webp', 0.9).replace(/^.*,/, '')
}

async function openPage(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ offline: true })
  const page = await context.newPage()
  await page.setContent('<!doctype html>')
  // The TypeScript runner names functions through a helper, which the page lacks.
  await page.evaluate('globalThis.__name = (named) => named')
  return page
}

/** Starts the renderer; `executablePath` names another Chromium than Playwright's. */
export async function openIconRenderer(executablePath?: string): Promise<IconRenderer> {
  const browser = await chromium.launch(executablePath === undefined ? {} : { executablePath })
  const page = await openPage(browser)
  return {
    isOpaque: (dataUri) => page.evaluate(coversSquare, [dataUri, rasterSide] satisfies [string, number]),
    toWebp: async (dataUri, colour) =>
      Buffer.from(
        await page.evaluate(drawWebp, [dataUri, colour, rasterSide] satisfies [string, string, number]),
        'base64',
      ),
    close: () => browser.close(),
  }
}
