import type { HttpBindings } from '@hono/node-server'
import { type Context, Hono } from 'hono'
import { createStaticFiles } from '#server/web/static-files.ts'
import type { Stack } from '../stack-file.ts'
import { createMobileWalletControl } from '../walletconnect/control.ts'
import type { MobileWallets } from '../walletconnect/phones.ts'
import { drawReactShop } from './draw-react-shop.ts'
import type { PageScripts } from './page-scripts.ts'
import { mountPublishedDapps } from './published-dapps.ts'
import { mountStackFiles } from './stack-files.ts'

/** A page: its file under `pages/`, the module that runs in it, and what the server draws into it. */
type Page = {
  readonly file: string
  readonly script?: string
  readonly strict?: boolean
  /** `Cross-Origin-Opener-Policy` that it sends. */
  readonly openerPolicy?: 'same-origin' | 'same-origin-allow-popups'
  /** `Cross-Origin-Embedder-Policy` that it sends; with the opener policy `same-origin` the page is cross-origin isolated. */
  readonly embedderPolicy?: 'require-corp' | 'credentialless'
  readonly draw?: (widgetUrl: string) => Promise<string>
}

const shared: Readonly<Record<string, Page>> = {
  '/': { file: 'demo.html', script: 'demo' },
  '/strict.html': { file: 'demo.html', script: 'demo', strict: true },
  '/own-openers.html': { file: 'demo.html', script: 'demo', openerPolicy: 'same-origin' },
  '/own-popups.html': { file: 'demo.html', script: 'demo', openerPolicy: 'same-origin-allow-popups' },
  '/isolated.html': {
    ...{ file: 'demo.html', script: 'demo' },
    ...{ openerPolicy: 'same-origin', embedderPolicy: 'require-corp' },
  },
  '/credentialless.html': {
    ...{ file: 'demo.html', script: 'demo' },
    ...{ openerPolicy: 'same-origin', embedderPolicy: 'credentialless' },
  },
  '/bare.html': { file: 'demo.html', script: 'bare' },
  '/plain.html': { file: 'plain.html', script: 'plain' },
  '/embedded.html': { file: 'embedded.html', script: 'embedded' },
  '/viem.html': { file: 'entries.html', script: 'viem-page' },
  '/polkadot.html': { file: 'entries.html', script: 'polkadot-page' },
  '/react.html': { file: 'react.html', script: 'react-page', draw: drawReactShop },
  '/two.html': { file: 'two.html', script: 'two' },
  '/script-tag.html': { file: 'script-tag.html', script: 'script-tag' },
  '/conformance.html': { file: 'conformance.html' },
}

/** Of people only: a phone of theirs. */
const own: Readonly<Record<string, Page>> = {
  ...shared,
  '/phone.html': { file: 'phone.html', script: 'phone' },
}

const hostile: Readonly<Record<string, Page>> = {
  ...shared,
  '/raw.html': { file: 'raw.html' },
  '/nested.html': { file: 'nested.html' },
  '/pretend-widget.html': { file: 'pretend-widget.html', script: 'pretend-widget' },
}

const pagesDirectory = new URL('./pages/', import.meta.url)
const sdkDirectory = new URL('../../../host-sdk/dist/', import.meta.url)
const conformanceDirectory = new URL('../../../dist/conformance/', import.meta.url)
const hostileIcon =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect width="9" height="9" fill="#a00"/></svg>'

/** Policy of the strict page: what a careful dApp sends, with nothing allowed that the SDK does not need. */
function strictPolicy(stack: Stack): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    'img-src data:',
    `frame-src ${stack.widget.origin}`,
    "connect-src 'none'",
    // For the test wallets alone, which have their background here and not in an extension.
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ')
}

/** The server of one host site: its pages, the SDK's build, and the test wallets. */
export function createHostApp(
  site: 'dapp' | 'evil',
  stack: Stack,
  scripts: PageScripts,
  phones: MobileWallets,
): Hono<{ Bindings: HttpBindings }> {
  const app = new Hono<{ Bindings: HttpBindings }>()
  const serveSdk = createStaticFiles(sdkDirectory)
  const servePage = createStaticFiles(pagesDirectory)
  const serveConformance = createStaticFiles(conformanceDirectory)
  const pages = site === 'dapp' ? own : hostile

  async function page(
    c: Context,
    { file, script, strict = false, openerPolicy, embedderPolicy, draw }: Page,
  ): Promise<Response> {
    const html = await servePage(`/${file}`, undefined, {})
    if (html === undefined) return c.text('Not found', 404)
    const drawn = (await draw?.(stack.widget.origin)) ?? ''
    const shopHead = (await servePage('/shop-head.html', undefined, {}))?.text()
    const text = (await html.text())
      .replaceAll('%shop%', (await shopHead) ?? '')
      .replaceAll('%world%', `/__stack/world.js${strict ? '?rpc=worker' : ''}`)
      .replaceAll('%script%', `/scripts/${script}.js`)
      .replaceAll('%widget%', stack.widget.origin)
      .replaceAll('%dapp%', stack.dapp.origin)
      .replaceAll('%drawn%', () => drawn)
    return c.html(text, 200, {
      'cache-control': 'no-store',
      ...(strict ? { 'content-security-policy': strictPolicy(stack) } : {}),
      ...(openerPolicy === undefined ? {} : { 'cross-origin-opener-policy': openerPolicy }),
      ...(embedderPolicy === undefined ? {} : { 'cross-origin-embedder-policy': embedderPolicy }),
    })
  }

  mountStackFiles(app, site, stack, scripts)
  for (const [path, known] of Object.entries(pages)) app.get(path, (c) => page(c, known))
  app.get('/scripts/:file', (c) => {
    const code = scripts.get(c.req.path)
    return code === undefined
      ? c.text('Not found', 404)
      : c.body(code, 200, { 'content-type': 'text/javascript' })
  })
  app.get('/sdk/*', async (c) => {
    const path = c.req.path.slice('/sdk'.length)
    const file = await serveSdk(path, c.req.header('accept-encoding'), { 'cache-control': 'no-cache' })
    return file ?? c.text('The SDK is not built yet: run npm run build:sdk', 404)
  })
  app.get('/conformance/*', async (c) => {
    const path = c.req.path.slice('/conformance'.length)
    // As they are: to compress megabytes takes longer than to send them to the same machine.
    const file = await serveConformance(path, undefined, {
      'cache-control': 'no-cache',
    })
    return file ?? c.text('The pages are not built yet: run npm run build:conformance', 404)
  })
  app.get('/styles/:file', async (c) => {
    const file = await servePage(`/${c.req.param('file')}`, undefined, { 'cache-control': 'no-cache' })
    return file ?? c.text('Not found', 404)
  })
  if (site === 'dapp') {
    app.route('/__stack/phones', createMobileWalletControl(phones))
    mountPublishedDapps(app, stack)
  }
  if (site === 'evil') {
    app.get('/redirect-to-evil', (c) => c.redirect('/pretend-widget.html', 302))
    // For a widgetUrl that names this site: a document pretending to be the widget.
    app.get('/embed/1/:project', (c) => page(c, { file: 'pretend-widget.html', script: 'pretend-widget' }))
    app.get('/icon.svg', (c) => c.body(hostileIcon, 200, { 'content-type': 'image/svg+xml' }))
  }
  return app
}
