import type { Page } from '@playwright/test'
import { expect, reducedMotion, test } from './fixtures.ts'
import { launchWithout } from './launch.ts'
import type { Dapp } from './pages/dapp.ts'
import { becomeLayout, inlineStyles, layoutPlaces } from './pages/layout-page.ts'
import { type PageLayout, pageLayouts, pageResets } from './pages/page-layouts.ts'
import { isInRotation } from './rotating-tests.ts'

// Playwright hides scrollbars, and what moves is what they leave.
test.use({ ...reducedMotion, launchOptions: launchWithout('--hide-scrollbars') })

/** So many pages share a load of the browser's page. */
const together = 4

/** The rows of this run: a tenth, in the long run all. */
function groups(rows: readonly PageLayout[]): readonly (readonly PageLayout[])[] {
  const selectedRows = rows.filter((_, at) => isInRotation(at, { of: 10 }))
  return Array.from({ length: Math.ceil(selectedRows.length / together) }, (_, at) =>
    selectedRows.slice(at * together, (at + 1) * together),
  )
}

const becomes = (page: Page, row: PageLayout) => page.evaluate(becomeLayout, row)
const measure = (page: Page) => page.evaluate(layoutPlaces)
const inline = (page: Page) => page.evaluate(inlineStyles)

async function opens(dapp: Dapp) {
  await dapp.page.evaluate(() => {
    window.bridge.openModal().catch(() => {})
  })
  await expect(dapp.widget.sheet).toBeVisible()
}
async function closes(dapp: Dapp) {
  await dapp.page.evaluate(() => window.bridge.closeModal())
  await expect(dapp.page.locator('dialog[data-drawbridge][open]')).toHaveCount(0)
}

for (const [at, rows] of groups(pageLayouts).entries()) {
  test(`page layouts, part ${at + 1} › the modal opens and closes › nothing behind moves`, async ({
    dapp,
    page,
  }) => {
    await dapp.open({ path: '/plain.html' })
    for (const row of rows) {
      await test.step(row.name, async () => {
        await becomes(page, row)
        const before = await measure(page)
        await opens(dapp)
        expect.soft(await measure(page), `${row.name}: opened`).toEqual(before)
        // What reaches the page behind would move it in the next frames.
        await page.mouse.move(640, 400)
        for (const [x, y] of [
          [0, 500],
          [300, 0],
          [0, -300],
        ] as const) {
          await page.mouse.wheel(x, y)
          await page.evaluate(
            () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
          )
        }
        await page.keyboard.press('PageDown')
        await page.evaluate(
          () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
        )
        expect.soft(await measure(page), `${row.name}: scrolled over`).toEqual(before)
        await closes(dapp)
        expect.soft(await measure(page), `${row.name}: closed`).toEqual(before)
        expect.soft(await inline(page), `${row.name}: inline style`).toEqual(['', ''])
      })
    }
  })
}

for (const [at, rows] of groups(pageResets).entries()) {
  test(`page rules, part ${at + 1} › the modal opens › the frame fills the window`, async ({
    dapp,
    page,
  }) => {
    await dapp.open({ path: '/plain.html' })
    for (const row of rows) {
      await test.step(row.name, async () => {
        await becomes(page, row)
        const size = await page.evaluate(() => [
          document.documentElement.clientWidth,
          document.documentElement.clientHeight,
        ])
        await opens(dapp)
        const frame = page.locator('dialog[data-drawbridge] iframe')
        await expect.soft(frame, row.name).toBeVisible()
        const drawn = await frame.evaluate(async (element) => {
          const parts = [element, element.parentElement ?? element]
          // The dim fades out once the widget draws.
          const fades = parts.flatMap((part) => part.getAnimations())
          await Promise.allSettled(fades.map(({ finished }) => finished))
          const { x, y, width, height } = element.getBoundingClientRect()
          return {
            box: [x, y, width, height],
            styles: parts.map((part) => {
              const { opacity, backgroundColor, filter, clipPath, transform, visibility } =
                getComputedStyle(part)
              return { opacity, backgroundColor, filter, clipPath, transform, visibility }
            }),
            isOnTop: document.elementFromPoint(640, 400) === element,
            backdrop: getComputedStyle(parts[1] ?? element, '::backdrop').display,
          }
        })
        const style = {
          opacity: '1',
          backgroundColor: 'rgba(0, 0, 0, 0)',
          filter: 'none',
          clipPath: 'none',
          transform: 'none',
          visibility: 'visible',
        }
        expect.soft(drawn, row.name).toEqual({
          box: [0, 0, ...size],
          styles: [style, style],
          isOnTop: true,
          backdrop: 'none',
        })
        await closes(dapp)
      })
    }
  })
}
