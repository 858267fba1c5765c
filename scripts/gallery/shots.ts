import type { Browser, BrowserContextOptions, Page } from '@playwright/test'
import { collectBrowserErrors } from '../../e2e/tests/browser-errors.ts'
import {
  developmentFiles,
  fixtureUrl,
  sheetSelector,
  showFixture,
} from '../../e2e/tests/pages/fixtures-page.ts'

/** A state of a view, as the development page's list links to it. */
export type Sample = {
  readonly view: string
  readonly state: string
  readonly hash: string
  /** File of the development page that shows it. */
  readonly page: string
}

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

/** The page's time for screenshots. */
const galleryTime = new Date('2026-06-15T12:00:00Z')

const desktopWindow = { width: 1280, height: 800 }
/** The window that the widget opens for the vault. */
const vaultWindow = { width: 440, height: 760 }

const screens: { readonly [Size in Look['size']]: BrowserContextOptions } = {
  desktop: { viewport: desktopWindow },
  phone: { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true },
}

/** Reads the development pages' lists of fixtures. @throws Error if a view has none. */
export async function listSamples(browser: Browser, origin: string): Promise<readonly Sample[]> {
  const lists = await Promise.all(developmentFiles.map((file) => listSamplesOf(browser, origin, file)))
  return lists.flat()
}

async function listSamplesOf(browser: Browser, origin: string, file: string): Promise<readonly Sample[]> {
  const page = await browser.newPage()
  await page.goto(`${origin}/${file}#/samples`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  const groups = await page.locator('main section').all()
  const samples: Sample[] = []
  for (const group of groups) {
    const view = (await group.getByRole('heading').textContent()) ?? ''
    const links = await group
      .locator('li a')
      .evaluateAll((all) => all.map((a) => [a.textContent ?? '', a.getAttribute('href') ?? ''] as const))
    if (links.length === 0) throw new Error(`The view ${view} has no state to show`)
    samples.push(...links.map(([state, hash]) => ({ view, state, hash, page: file })))
  }
  await page.close()
  return samples
}

/** A browser window with one look, in a language (BCP 47), that shows fixtures one after another. */
export async function openViewer(browser: Browser, origin: string, look: Look, locale?: string) {
  const query = `theme=${look.theme}${locale === undefined ? '' : `&locale=${locale}`}`
  const context = await browser.newContext({
    ...screens[look.size],
    locale: 'en-GB',
    timezoneId: 'UTC',
    reducedMotion: 'reduce',
  })
  const problems = collectBrowserErrors(context)
  const page = await context.newPage()
  // Makes two galleries of the same code equal.
  await page.clock.setFixedTime(galleryTime)

  async function problemsOf(sample: Sample, path: string | undefined): Promise<readonly string[]> {
    try {
      if (look.size === 'desktop')
        await page.setViewportSize(sample.page === 'vault-dev.html' ? vaultWindow : desktopWindow)
      await showFixture(page, fixtureUrl(origin, `${sample.page}${sample.hash}`, query))
      await waitForImages(page)
      if (path !== undefined) {
        await page.locator('[data-sample-mark]').evaluate((mark: HTMLElement) => {
          mark.style.visibility = 'hidden'
        })
        await waitForGates(page)
        await page.screenshot({ path, animations: 'disabled' })
      }
      return await pageProblems(page)
    } catch (error) {
      // The next fixture starts with a new document.
      await page.goto('about:blank')
      return [error instanceof Error ? error.message : String(error)]
    }
  }

  return {
    /** Shows a fixture and takes a screenshot if a path is given; returns problems, as sentences. */
    show: async (sample: Sample, path: string | undefined): Promise<readonly string[]> => {
      const before = problems.all().length
      return [...(await problemsOf(sample, path)), ...problems.all().slice(before)]
    },
    close: () => context.close(),
  }
}

/** Longer than any click gate takes to become visible and to arm, in ms. */
const armTimeoutMs = 2_500

/**
 * Waits for click gates on screen to arm, so that screenshots do not depend on timing. One that stays closed is shown
 * closed.
 */
async function waitForGates(page: Page): Promise<void> {
  await page
    .waitForFunction(() => document.querySelector('[data-gate]:not([data-gate="armed"])') === null, null, {
      timeout: armTimeoutMs,
    })
    .catch(() => {})
}

/** Differences of antialiasing between two renders: up to this much of 255, in this many pixels. */
const tolerance = { most: 16, pixels: 400 }

/** Compares two screenshots, pixel by pixel, in a separate page. */
export async function createScreenshotComparer(browser: Browser) {
  const page = await browser.newPage()
  return (before: Buffer, after: Buffer): Promise<boolean> =>
    page.evaluate(
      // No function in here has a name: scripts compiled for Node mark named functions by a helper that the page lacks.
      async ({ pictures, most, pixels }) => {
        const [first, second] = await Promise.all(
          pictures.map(async (base64) => {
            const image = new Image()
            image.src = `data:image/png;base64,${base64}`
            await image.decode()
            const { naturalWidth, naturalHeight } = image
            const canvasContext = new OffscreenCanvas(naturalWidth, naturalHeight).getContext('2d')
            canvasContext?.drawImage(image, 0, 0)
            return canvasContext?.getImageData(0, 0, naturalWidth, naturalHeight).data
          }),
        )
        if (first === undefined || first.length !== second?.length) return false
        let changed = 0
        for (let at = 0; at < first.length; at += 4) {
          const difference = Math.max(
            ...[0, 1, 2].map((part) => Math.abs((first[at + part] ?? 0) - (second[at + part] ?? 0))),
          )
          if (difference > most) return false
          if (difference > 0) changed += 1
        }
        return changed <= pixels
      },
      { pictures: [before, after].map((picture) => picture.toString('base64')), ...tolerance },
    )
}

/** Waits until the images on screen are decoded, because a loaded image may not be painted yet. */
async function waitForImages(page: Page): Promise<void> {
  await page.evaluate(async () => {
    // On screen, and not scrolled out of its container: a lazy image there never loads.
    const visibleImages = [...document.images].filter((image) => {
      const { top, bottom } = image.getBoundingClientRect()
      for (let ancestor = image.parentElement; ancestor; ancestor = ancestor.parentElement) {
        const edge = ancestor.getBoundingClientRect()
        const clips = getComputedStyle(ancestor).overflowY !== 'visible'
        if (clips && (bottom <= edge.top || top >= edge.bottom)) return false
      }
      return bottom > 0 && top < innerHeight
    })
    // A broken image is reported separately below.
    const timeout = new Promise<void>((resolve) => setTimeout(resolve, 5_000))
    await Promise.race([timeout, Promise.all(visibleImages.map((image) => image.decode().catch(() => {})))])
  })
}

/** Problems of the page: a sheet without a title or content, content wider than the sheet or the window, broken images. */
async function pageProblems(page: Page): Promise<readonly string[]> {
  const sheet = page.locator(sheetSelector)
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
