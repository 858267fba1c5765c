import { mkdtempSync, rmSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { test as base } from '../fixtures.ts'

/** Factor of one zoom level in Chromium. */
const zoomStep = 1.2

/** `test` in a browser whose user has zoomed every page to `ownZoom`. */
export const test = base.extend<{ ownZoom: number }>({
  ownZoom: [1, { option: true }],
  context: async ({ launchOptions, ownZoom }, use) => {
    const profile = mkdtempSync(join(tmpdir(), 'drawbridge-zoomed-'))
    await mkdir(join(profile, 'Default'))
    const level = Math.log(ownZoom) / Math.log(zoomStep)
    const preferences = { partition: { default_zoom_level: { x: level } } }
    await writeFile(join(profile, 'Default', 'Preferences'), JSON.stringify(preferences))
    // Disable screen emulation: otherwise Playwright applies the project's scale factor, which requires a viewport.
    const options = { ...launchOptions, viewport: null }
    Object.assign(options, { deviceScaleFactor: undefined })
    const context = await chromium.launchPersistentContext(profile, options)
    await use(context)
    await context.close()
    rmSync(profile, { recursive: true, force: true })
  },
})
