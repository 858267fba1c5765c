import type { BrowserContextOptions, LaunchOptions } from '@playwright/test'
import { test as base } from '../fixtures.ts'
import { launchWithout, partitionedStorage, spareProcessFeature } from '../launch.ts'
import type { Redress } from './redress-page.ts'

/**
 * Options of a browser on a screen with three pixels for each px; `bars` are scrollbars that take room.
 * Playwright's own emulation does not reach frames of other sites.
 */
export function denseScreen({ bars }: { readonly bars: boolean }): LaunchOptions {
  const launch = bars ? launchWithout('--hide-scrollbars') : partitionedStorage(spareProcessFeature)
  return {
    ...launch,
    args: [...(launch.args ?? []), '--force-device-scale-factor=3', '--window-size=1280,900'],
  }
}

/** `test` in a context without emulation: one emulates the size of a screen too. */
export const test = base.extend({
  context: async ({ browser, hasTouch }, use) => {
    const options: BrowserContextOptions = { viewport: null, hasTouch }
    // Else Playwright fills in the project's, which needs a viewport.
    Object.assign(options, { deviceScaleFactor: undefined })
    const context = await browser.newContext(options)
    await use(context)
    await context.close()
  },
})

/** The page zooms the frame, which keeps its size in CSS px: inside nothing changes but `devicePixelRatio`. */
export const zoomedTo = (factor: number): Redress => ({
  css: `dialog[data-drawbridge] iframe { zoom: ${factor} !important; inline-size: 100vw !important; block-size: 100vh !important }`,
})
