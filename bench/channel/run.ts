import { chromium } from '@playwright/test'
import { judgeChannel } from './figures.ts'
import { measureChannel } from './measure-channel.ts'

// CHROMIUM_PATH names a Chromium other than Playwright's own.
const { CHROMIUM_PATH: executablePath } = process.env
const browser = await chromium.launch({
  args: ['--no-sandbox', '--site-per-process'],
  ...(executablePath === undefined ? {} : { executablePath }),
})
try {
  const page = await browser.newPage()
  page.on('pageerror', (error) => console.error(error))
  const figures = await measureChannel(page)
  console.log(JSON.stringify({ figures, bounds: judgeChannel(figures) }, null, 2))
} finally {
  await browser.close()
}
