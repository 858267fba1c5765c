import type { Page } from '@playwright/test'
import { expect, reducedMotion, test } from '../fixtures.ts'
import { launchWithout } from '../launch.ts'
import type { Dapp } from '../pages/dapp.ts'
import { applyLayout, inlineStyles, measureLayout } from '../pages/layout-page.ts'
import { type PageLayout, pageLayouts, pageResets } from '../pages/page-layouts.ts'
import { isInRotation } from '../rotating-tests.ts'

// Playwright hides scrollbars, whose width can shift the page.
test.use({ ...reducedMotion, launchOptions: launchWithout('--hide-scrollbars') })

/** Layouts per page load. */
const layoutsPerTest = 4

/** Groups the rows of this run: a tenth of them, all in the long run. */
function groups(rows: readonly PageLayout[]): readonly (readonly PageLayout[])[] {
  const selectedRows = rows.filter((_, at) => isInRotation(at, { of: 10 }))
  return Array.from({ length: Math.ceil(selectedRows.length / layoutsPerTest) }, (_, at) =>
    selectedRows.slice(at * layoutsPerTest, (at + 1) * layoutsPerTest),
  )
}

const setLayout = (page: Page, row: PageLayout) => page.evaluate(applyLayout, row)
const measure = (page: Page) => page.evaluate(measureLayout)
const readInlineStyles = (page: Page) => page.evaluate(inlineStyles)

async function openModal(dapp: Dapp) {
  await dapp.page.evaluate(() => {
    window.bridge.openModal().catch(() => {})
  })
  await expect(dapp.widget.sheet).toBeVisible()
}
async function closeModal(dapp: Dapp) {
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
        await setLayout(page, row)
        const before = await measure(page)
        await openModal(dapp)
        expect.soft(await measure(page), `${row.name}: opened`).toEqual(before)
        // An event that reaches the page behind would scroll it in the next frames.
        await page.mouse.move(640, 400)
        for (const [x, y] of [
          [0, 500],
          [300, 0],
          [0, -300],
        ] as const) {
          await page.mouse.wheel(x, y)
          await page.evaluate(
            () => new Promise((rendered) => requestAnimationFrame(() => requestAnimationFrame(rendered))),
          )
        }
        await page.keyboard.press('PageDown')
        await page.evaluate(
          () => new Promise((rendered) => requestAnimationFrame(() => requestAnimationFrame(rendered))),
        )
        expect.soft(await measure(page), `${row.name}: scrolled over`).toEqual(before)
        await closeModal(dapp)
        expect.soft(await measure(page), `${row.name}: closed`).toEqual(before)
        expect.soft(await readInlineStyles(page), `${row.name}: inline style`).toEqual(['', ''])
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
        await setLayout(page, row)
        const size = await page.evaluate(() => [
          document.documentElement.clientWidth,
          document.documentElement.clientHeight,
        ])
        await openModal(dapp)
        const frame = page.locator('dialog[data-drawbridge] iframe')
        await expect.soft(frame, row.name).toBeVisible()
        const rendered = await frame.evaluate(async (element) => {
          const parts = [element, element.parentElement ?? element]
          // The backdrop's dimming fades out once the widget renders.
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
        expect.soft(rendered, row.name).toEqual({
          box: [0, 0, ...size],
          styles: [style, style],
          isOnTop: true,
          backdrop: 'none',
        })
        await closeModal(dapp)
      })
    }
  })
}
