import * as z from '#shared/zod.ts'
import { applyLayout, inlineStyles, measureLayout } from '../pages/layout-page.ts'
import { pageLayouts } from '../pages/page-layouts.ts'
import { isInRotation } from '../rotating-tests.ts'
import { expect, test } from './fixtures.ts'
import type { EngineName } from './remote.ts'

const placesSchema = z.object({ places: z.array(z.string()), scrolled: z.array(z.string()) })

/** The rows of this run: a tenth, other rows than in Chromium; the long run has all. */
const rows = pageLayouts.filter((_, at) => isInRotation(at + 5, { of: 10 }))

/** WebKit applies scrollbar rules that are added later only when it recreates the scrollbar, which moves the page. */
const isSkipped = (engine: EngineName, css: string) =>
  engine === 'webkit' && css.includes('::-webkit-scrollbar')

test('page layouts › the modal opens and closes › nothing behind moves', async ({ dapp, engine }) => {
  test.setTimeout(300_000)
  const { page } = dapp
  await dapp.open({ path: '/plain.html' })
  const measure = () => page.host(placesSchema, measureLayout)
  for (const row of rows.filter(({ css }) => !isSkipped(engine, css))) {
    await test.step(row.name, async () => {
      await page.host(z.null(), applyLayout, row)
      const before = await measure()
      await page.host(z.null(), () => {
        window.bridge.openModal().catch(() => {})
        return null
      })
      await dapp.isOpen(true)
      await dapp.renderFor(100)
      expect.soft(await measure(), `${row.name}: opened`).toEqual(before)
      await page.host(z.null(), async () => {
        await window.bridge.closeModal()
        return null
      })
      await dapp.isOpen(false)
      expect.soft(await measure(), `${row.name}: closed`).toEqual(before)
      await expect.poll(() => page.host(z.array(z.string()), inlineStyles), row.name).toEqual(['', ''])
    })
  }
})
