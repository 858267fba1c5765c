import { readFileSync } from 'node:fs'
import { expect, type Page, test } from '@playwright/test'
import * as z from '#shared/zod.ts'

/** Serves the SDK files of the widget's origin to a page of another origin; needs no local world. */
const root = new URL('../../../', import.meta.url)
const read = (path: string) => readFileSync(new URL(path, root), 'utf8')
const headers = { 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' }

/** The first block of HTML in a document: the tag that readers copy. */
const printedTag = (path: string) => /```html\n([\s\S]*?)```/.exec(read(path))?.[1] ?? ''

/** Opens a page of shop.example with this head, and returns the paths that it requests of wallet.example. */
async function openShop(
  page: Page,
  html: string,
  pageHeaders: Record<string, string> = {},
): Promise<string[]> {
  const paths: string[] = []
  await page.route('https://wallet.example/**', (route) => {
    const { pathname } = new URL(route.request().url())
    paths.push(pathname)
    return pathname.startsWith('/sdk/')
      ? route.fulfill({ body: read(`dist${pathname}`), contentType: 'text/javascript', headers })
      : route.fulfill({ body: '<!doctype html>', contentType: 'text/html', headers })
  })
  await page.route('https://shop.example/', (route) =>
    route.fulfill({
      contentType: 'text/html',
      headers: pageHeaders,
      body: `<!doctype html><title>Shop</title><script>
        addEventListener('eip6963:announceProvider', ({ detail }) => { window.rdns = detail.info.rdns })
        addEventListener('wallet-standard:register-wallet', ({ detail }) =>
          detail({ register: ({ name }) => { window.solanaWallet = name } }))
      </script>${html}`,
    }),
  )
  await page.goto('https://shop.example/')
  return paths
}

const announcedWallets = (page: Page) =>
  page.evaluate(() => [
    Reflect.get(window, 'rdns'),
    Reflect.get(window, 'solanaWallet'),
    typeof Reflect.get(Object(Reflect.get(window, 'injectedWeb3')), 'drawbridge'),
  ])

const sdkManifest = z.object({
  version: z.string(),
  files: z.record(z.string(), z.object({ integrity: z.string() })),
})
const manifest = () => z.parse(sdkManifest, JSON.parse(read('dist/sdk/v1/manifest.json')))

for (const path of ['README.md', 'docs/sdk.md', 'host-sdk/README.md']) {
  test(`script tag › as in ${path}, other origin › wallets of three platforms, button`, async ({ page }) => {
    const paths = await openShop(page, printedTag(path))
    await expect.poll(() => announcedWallets(page)).toEqual(['app.drawbridge', 'Drawbridge', 'object'])
    await page.locator('drawbridge-button').getByRole('button').click()
    await expect.poll(() => paths).toContain('/embed/1/your-project')
    expect(paths).toContain('/sdk/v1/button.js')
    await expect(page.locator('iframe')).toHaveAttribute('src', 'https://wallet.example/embed/1/your-project')
  })
}

test('script tag › page is cross-origin isolated › crossorigin suffices, isolated', async ({ page }) => {
  const paths = await openShop(page, printedTag('README.md'), {
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-embedder-policy': 'require-corp',
  })
  await expect.poll(() => announcedWallets(page)).toEqual(['app.drawbridge', 'Drawbridge', 'object'])
  await expect.poll(() => paths).toContain('/embed/1/isolated/your-project')
})

for (const isMatching of [true, false]) {
  test(`integrity › ${isMatching ? 'of the manifest' : 'of other bytes'} › ${isMatching ? 'runs' : 'is blocked'}`, async ({
    page,
  }) => {
    const { version, files } = manifest()
    const { integrity } = files[isMatching ? 'drawbridge.js' : 'bundle.js'] ?? { integrity: '' }
    const tag = printedTag('README.md')
      .replace('/sdk/v1/', `/sdk/${version}/`)
      .replace('crossorigin', `integrity="${integrity}" crossorigin`)
    const blocked = isMatching
      ? undefined
      : page.waitForEvent('console', (line) => /integrity/.test(line.text()))
    const paths = await openShop(page, tag)
    await blocked
    await expect
      .poll(() => announcedWallets(page))
      .toEqual(isMatching ? ['app.drawbridge', 'Drawbridge', 'object'] : [undefined, undefined, 'undefined'])
    expect(paths).toContain(`/sdk/${version}/drawbridge.js`)
  })
}

test('bundle.js › imported, no widgetUrl › frames the widget of its origin', async ({ page }) => {
  const paths = await openShop(page, '<h1>Shop</h1>')
  await page.evaluate(async (url) => {
    const { createDrawbridge } = await import(url)
    const bridge = createDrawbridge({
      projectId: 'demo',
      metadata: { name: 'Shop' },
      platforms: ['ethereum'],
      networks: ['eip155:1'],
    })
    bridge.openModal().catch(() => {})
  }, 'https://wallet.example/sdk/v1/bundle.js')
  await expect.poll(() => paths).toContain('/embed/1/demo')
})
