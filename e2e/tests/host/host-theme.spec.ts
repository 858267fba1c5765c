import { expect, test } from '../fixtures.ts'
import type { Dapp } from '../pages/dapp.ts'
import { brightness, pixelAt } from '../pages/pixels.ts'

/** Brightness of the panel, read from a screenshot. */
async function panelBrightness(dapp: Dapp): Promise<number> {
  const box = await dapp.widget.sheet.boundingBox()
  if (box === null) throw new Error('The panel is not on screen')
  return brightness(await pixelAt(dapp.page, box.x + box.width / 2, box.y + 8))
}

/** Computed styles of the widget that themes may change. */
const stylesOf = (dapp: Dapp) =>
  dapp.widget.sheet.evaluate((panel) => {
    const body = getComputedStyle(document.body)
    const { fontFamily, fontSize } = getComputedStyle(panel)
    const { borderRadius, backgroundColor } = getComputedStyle(panel)
    return {
      fontFamily,
      fontSize,
      borderRadius,
      backgroundColor,
      accent: body.getPropertyValue('--accent-9') || body.getPropertyValue('--accent'),
      scheme: getComputedStyle(document.documentElement).colorScheme,
      styles: document.body.getAttribute('style'),
    }
  })

test('theme mode › light, dark, auto › changes live, auto follows the system', async ({ dapp, page }) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await dapp.open()
  await dapp.openModal()
  await expect.poll(() => panelBrightness(dapp)).toBeGreaterThan(200)
  await page.evaluate(() => window.bridge.setTheme({ mode: 'dark' }))
  await expect.poll(() => panelBrightness(dapp)).toBeLessThan(70)
  await page.evaluate(() => window.bridge.setTheme({ mode: 'light' }))
  await expect.poll(() => panelBrightness(dapp)).toBeGreaterThan(200)
  await page.evaluate(() => window.bridge.setTheme({ mode: 'auto' }))
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect.poll(() => panelBrightness(dapp)).toBeLessThan(70)
  await page.emulateMedia({ colorScheme: 'light' })
  await expect.poll(() => panelBrightness(dapp)).toBeGreaterThan(200)
})

test('theme › host’s accent, font, font size and radius › applied live', async ({ dapp, page }) => {
  await dapp.open({ options: { themeVariables: JSON.stringify({ borderRadius: '1px' }) } })
  const widget = await dapp.openModal()
  const before = await stylesOf(dapp)
  expect(before.borderRadius).toBe('6px')
  const height = (await widget.row('Harbour Wallet').boundingBox())?.height ?? 0
  await page.evaluate(() =>
    window.bridge.setTheme({
      variables: {
        accent: '#b0006d',
        fontFamily: 'Georgia',
        '--apkt-font-size-master': '12px',
        '--w3m-border-radius-master': '2px',
      },
    }),
  )
  await expect.poll(async () => (await stylesOf(dapp)).borderRadius).toBe('12px')
  const after = await stylesOf(dapp)
  expect(after.fontFamily).toMatch(/^Georgia/)
  expect(after.styles).toContain('--')
  expect(after.accent).not.toBe(before.accent)
  expect((await widget.row('Harbour Wallet').boundingBox())?.height ?? 0).toBeGreaterThanOrEqual(height)
})

test('R13 › host font in a review › every text of the sheet has the fixed font', async ({
  dapp,
  testAccounts,
  page,
}) => {
  const fontsOf = () =>
    dapp.widget.sheet.evaluate((panel) => [
      ...new Set([panel, ...panel.querySelectorAll('*')].map((one) => getComputedStyle(one).fontFamily)),
    ])
  const themeVariables = JSON.stringify({ fontFamily: 'Georgia, Webdings' })
  await dapp.open({ config: { review: 'always' }, options: { themeVariables } })
  const widget = await dapp.openModal()
  expect((await fontsOf()).join()).toContain('Georgia')
  expect((await fontsOf()).join()).not.toContain('Webdings')
  await page.keyboard.press('Escape')
  await dapp.connect()
  const [{ address }] = testAccounts.harbour
  const signed = dapp.request('personal_sign', ['0x68656c6c6f', address])
  await widget.shows('Review request')
  await expect.poll(async () => (await fontsOf()).join()).not.toContain('Georgia')
  expect((await fontsOf()).join()).toContain('system-ui')
  await page.evaluate(() => window.bridge.setTheme({ variables: { fontFamily: 'Papyrus' } }))
  await dapp.request('eth_chainId')
  expect((await fontsOf()).join()).not.toContain('Papyrus')
  await widget.button('Cancel').click()
  expect(await signed).toMatchObject({ is: 'failed', code: 4001 })
})

test('theme › hostile variables › nothing changes', async ({ dapp, page }) => {
  await dapp.open()
  await dapp.openModal()
  const before = await stylesOf(dapp)
  const hostile = {
    accent: 'red; background: url(https://evil.example/a.png)',
    colorMix: 'url(javascript:alert(1))',
    colorMixStrength: 1e9,
    fontFamily: 'x; } body { display: none',
    fontSize: '999px',
    'font-size-master': 'calc(100vw)',
    borderRadius: -5,
    '--w3m-accent': '#12345',
    '--apkt-z-index': Number.MAX_SAFE_INTEGER,
    'color-scheme': 'dark',
    background: 'red',
  }
  await page.evaluate((variables) => window.bridge.setTheme({ variables }), hostile)
  await page.evaluate(() => window.bridge.setTheme({ variables: 'accent:red' }).catch(() => {}))
  await page.evaluate(() =>
    window.bridge.setTheme({ variables: { __proto__: null, accent: ['#000000'] } }).catch(() => {}),
  )
  // Responses arrive in order: the styles are final once another call has returned.
  await dapp.request('eth_chainId')
  expect(await stylesOf(dapp)).toEqual(before)
})

const schemes = ['light', 'dark'] as const
for (const pageScheme of schemes) {
  test(`frame on a ${pageScheme} page › each theme, closed, open, changed › transparent`, async ({
    dapp,
    page,
  }) => {
    await page.emulateMedia({ colorScheme: pageScheme })
    await dapp.open({ options: { themeMode: pageScheme === 'light' ? 'dark' : 'light' } })
    await page.evaluate((scheme) => {
      const sheet = new CSSStyleSheet()
      sheet.replaceSync(`:root { color-scheme: ${scheme} } html, body { background: #f0f !important }
        iframe, dialog { color-scheme: light dark; background: #0f0; opacity: .5; filter: invert(1) }`)
      document.adoptedStyleSheets.push(sheet)
    }, pageScheme)
    /** True if the page's magenta is visible, at most dimmed, and not the black, white or green of an opaque frame. */
    const isPageVisible = async () => {
      const { red, green, blue } = await pixelAt(page, 20, 700)
      return green < 20 && Math.abs(red - blue) < 10 && red > 90
    }
    expect(await isPageVisible()).toBe(true)
    const widget = await dapp.openModal()
    await expect(widget.row('Harbour Wallet')).toBeVisible()
    for (const mode of ['light', 'dark', 'auto'] as const) {
      expect(await isPageVisible(), mode).toBe(true)
      await page.evaluate((next) => window.bridge.setTheme({ mode: next }), mode)
    }
    expect(await isPageVisible()).toBe(true)
    await widget.close.click()
    await dapp.waitForPointer()
    expect(await pixelAt(page, 20, 700)).toEqual({ red: 255, green: 0, blue: 255 })
  })
}
