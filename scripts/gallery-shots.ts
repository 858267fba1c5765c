import type { Browser, BrowserContextOptions, Page } from '@playwright/test'
import { collectBrowserErrors } from '../e2e/tests/browser-errors.ts'
import { showSample } from '../e2e/tests/pages/fixtures-page.ts'

/** A state of a view, as the widget's own list links to it. */
export type Sample = { readonly view: string; readonly state: string; readonly hash: string }

/** A screen and a theme. */
export type Look = {
  readonly name: string
  readonly size: 'desktop' | 'phone'
  readonly theme: 'light' | 'dark'
}

export const looks: readonly Look[] = [
  { name: 'desktop-light', size: 'desktop', theme: 'light' },
  { name: 'desktop-dark', size: 'desktop', theme: 'dark' },
  { name: 'phone-light', size: 'phone', theme: 'light' },
  { name: 'phone-dark', size: 'phone', theme: 'dark' },
]

/** When the pictures are taken, as the page knows it. */
const galleryTime = new Date('2026-06-15T12:00:00Z')

const screens: { readonly [Size in Look['size']]: BrowserContextOptions } = {
  desktop: { viewport: { width: 1280, height: 800 } },
  phone: { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true },
}

/** Reads the widget's list of samples. @throws Error when a view has none. */
export async function listSamples(browser: Browser, origin: string): Promise<readonly Sample[]> {
  const page = await browser.newPage()
  await page.goto(`${origin}/dev.html#/samples`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  const groups = await page.locator('main section').all()
  const samples: Sample[] = []
  for (const group of groups) {
    const view = (await group.getByRole('heading').textContent()) ?? ''
    const links = await group
      .locator('li a')
      .evaluateAll((all) => all.map((a) => [a.textContent ?? '', a.getAttribute('href') ?? ''] as const))
    if (links.length === 0) throw new Error(`The view ${view} has no state to show`)
    samples.push(...links.map(([state, hash]) => ({ view, state, hash })))
  }
  await page.close()
  return samples
}

/** A browser window with one look that shows one sample after another. */
export async function openViewer(browser: Browser, origin: string, look: Look) {
  const context = await browser.newContext({
    ...screens[look.size],
    locale: 'en-GB',
    timezoneId: 'UTC',
    reducedMotion: 'reduce',
  })
  const problems = collectBrowserErrors(context)
  const page = await context.newPage()
  // Two galleries of the same code are the same.
  await page.clock.setFixedTime(galleryTime)

  async function faults(sample: Sample, path: string | undefined): Promise<readonly string[]> {
    try {
      await showSample(page, `${origin}/dev.html?theme=${look.theme}${sample.hash}`)
      await picturesLoaded(page)
      if (path !== undefined) {
        await page.locator('[data-sample-mark]').evaluate((mark: HTMLElement) => {
          mark.style.visibility = 'hidden'
        })
        await gatesArmed(page)
        await page.screenshot({ path, animations: 'disabled' })
      }
      return await faultsOf(page)
    } catch (error) {
      // The next sample begins with a new document.
      await page.goto('about:blank')
      return [error instanceof Error ? error.message : String(error)]
    }
  }

  return {
    /** Shows a sample and takes its picture when a path is given; tells what was wrong, as sentences. */
    show: async (sample: Sample, path: string | undefined): Promise<readonly string[]> => {
      const before = problems.all().length
      return [...(await faults(sample, path)), ...problems.all().slice(before)]
    },
    close: () => context.close(),
  }
}

/** Longer than any gate takes to see its panel and to arm, in ms. */
const armedWithinMs = 2_500

/** Waits for gates on screen to arm: how far one is when a picture is taken would be chance. One that stays closed is shown so. */
async function gatesArmed(page: Page): Promise<void> {
  await page
    .waitForFunction(() => document.querySelector('[data-gate]:not([data-gate="armed"])') === null, null, {
      timeout: armedWithinMs,
    })
    .catch(() => {})
}

/** Edges are smoothed a little otherwise from one drawing to the next: by so much of 255, in so many pixels. */
const smoothed = { most: 16, pixels: 400 }

/** Compares two pictures, pixel by pixel, in a page of its own. */
export async function pictureComparer(browser: Browser) {
  const page = await browser.newPage()
  return (before: Buffer, after: Buffer): Promise<boolean> =>
    page.evaluate(
      // No function in here has a name: the way scripts are compiled for Node, the page would not know what marks one.
      async ({ pictures, most, pixels }) => {
        const [first, second] = await Promise.all(
          pictures.map(async (base64) => {
            const image = new Image()
            image.src = `data:image/png;base64,${base64}`
            await image.decode()
            const { naturalWidth, naturalHeight } = image
            const pen = new OffscreenCanvas(naturalWidth, naturalHeight).getContext('2d')
            pen?.drawImage(image, 0, 0)
            return pen?.getImageData(0, 0, naturalWidth, naturalHeight).data
          }),
        )
        if (first === undefined || first.length !== second?.length) return false
        let changed = 0
        for (let at = 0; at < first.length; at += 4) {
          const by = Math.max(
            ...[0, 1, 2].map((part) => Math.abs((first[at + part] ?? 0) - (second[at + part] ?? 0))),
          )
          if (by > most) return false
          if (by > 0) changed += 1
        }
        return changed <= pixels
      },
      { pictures: [before, after].map((picture) => picture.toString('base64')), ...smoothed },
    )
}

/** Waits for the pictures on screen, decoded, because a picture that has only arrived is not painted yet. */
async function picturesLoaded(page: Page): Promise<void> {
  await page.evaluate(async () => {
    // On screen, and not scrolled out of what it lies in: a lazy picture there never comes.
    const seen = [...document.images].filter((image) => {
      const { top, bottom } = image.getBoundingClientRect()
      for (let around = image.parentElement; around; around = around.parentElement) {
        const edge = around.getBoundingClientRect()
        const clips = getComputedStyle(around).overflowY !== 'visible'
        if (clips && (bottom <= edge.top || top >= edge.bottom)) return false
      }
      return bottom > 0 && top < innerHeight
    })
    // A broken one is a fault of its own, told below.
    const late = new Promise<void>((resolve) => setTimeout(resolve, 5_000))
    await Promise.race([late, Promise.all(seen.map((image) => image.decode().catch(() => {})))])
  })
}

/** What a look at the page itself tells: a sheet with a title and something in it, nothing wider than it or the window, no broken picture. */
async function faultsOf(page: Page): Promise<readonly string[]> {
  const sheet = page.getByRole('dialog')
  const title = await sheet.getByRole('heading', { level: 1 }).textContent()
  const text = await sheet.textContent()
  const wide = await sheet.evaluate(
    (panel) =>
      panel.getBoundingClientRect().width > innerWidth ||
      [panel, ...panel.querySelectorAll('*')].some(
        (one) => one.scrollWidth > one.clientWidth + 1 && /auto|scroll/.test(getComputedStyle(one).overflowX),
      ),
  )
  const broken = await page.evaluate(() =>
    [...document.images].filter((image) => image.complete && image.naturalWidth === 0).map(({ src }) => src),
  )
  return [
    ...(!title ? ['has no title'] : []),
    ...(text === title ? ['is empty'] : []),
    ...(wide ? ['is wider than its sheet'] : []),
    ...broken.map((src) => `does not show ${src}`),
  ]
}
