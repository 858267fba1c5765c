import type { BrowserContextOptions, LaunchOptions } from '@playwright/test'
import { test as base } from '../fixtures.ts'
import { launchWithout, partitionedStorage, spareProcessFeature } from '../launch.ts'
import type { Redress } from './redress-page.ts'

/**
 * Launch options of a browser with a device pixel ratio of 3; `bars` shows classic scrollbars.
 * Playwright's emulation does not apply to cross-site frames.
 */
export function denseScreen({ bars }: { readonly bars: boolean }): LaunchOptions {
  const launch = bars ? launchWithout('--hide-scrollbars') : partitionedStorage(spareProcessFeature)
  return {
    ...launch,
    args: [...(launch.args ?? []), '--force-device-scale-factor=3', '--window-size=1280,900'],
  }
}

/** `test` in a context without emulation, which would set a screen size too. */
export const test = base.extend({
  context: async ({ browser, hasTouch }, use) => {
    const options: BrowserContextOptions = { viewport: null, hasTouch }
    // Otherwise Playwright applies the project's factor, which requires a viewport.
    Object.assign(options, { deviceScaleFactor: undefined })
    const context = await browser.newContext(options)
    await use(context)
    await context.close()
  },
})

/** Zooms the frame from the page, and keeps its size in CSS px: only `devicePixelRatio` changes inside. */
export const zoomedTo = (factor: number): Redress => ({
  css: `dialog[data-drawbridge] iframe { zoom: ${factor} !important; inline-size: 100vw !important; block-size: 100vh !important }`,
})
