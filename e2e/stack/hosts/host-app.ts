import type { HttpBindings } from '@hono/node-server'
import { type Context, Hono } from 'hono'
import { createStaticFiles } from '#server/web/static-files.ts'
import type { MailInbox } from '../mail-inbox.ts'
import { createMailPage } from '../mail-page.ts'
import type { Stack } from '../stack-file.ts'
import { createMobileWalletControl } from '../walletconnect/control.ts'
import type { MobileWallets } from '../walletconnect/phones.ts'
import { renderReactShop } from './draw-react-shop.ts'
import { mountExamples } from './examples.ts'
import { modulesOf, type PageScripts } from './page-scripts.ts'
import { mountPublishedDapps } from './published-dapps.ts'
import { mountStackFiles } from './stack-files.ts'

/** A page: its file under `pages/`, its script, and its server-rendered HTML. */
type Page = {
  readonly file: string
  readonly script?: string
  readonly isStrict?: boolean
  /** Value of its `Cross-Origin-Opener-Policy` header. */
  readonly openerPolicy?: 'same-origin' | 'same-origin-allow-popups'
  /** Value of its `Cross-Origin-Embedder-Policy`; with the opener policy `same-origin` the page is cross-origin isolated. */
  readonly embedderPolicy?: 'require-corp' | 'credentialless'
  readonly render?: (widgetUrl: string) => Promise<string>
}

const sharedPages: Readonly<Record<string, Page>> = {
  '/': { file: 'demo.html', script: 'demo' },
  '/strict.html': { file: 'demo.html', script: 'demo', isStrict: true },
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
  '/react.html': { file: 'react.html', script: 'react-page', render: renderReactShop },
  '/two.html': { file: 'two.html', script: 'two' },
  '/script-tag.html': { file: 'script-tag.html', script: 'script-tag' },
  '/conformance.html': { file: 'conformance.html' },
}

/** Pages of the dApp: the shared ones, and the test phone for manual testing. */
const dappPages: Readonly<Record<string, Page>> = {
  ...sharedPages,
  '/phone.html': { file: 'phone.html', script: 'phone' },
}

const evilPages: Readonly<Record<string, Page>> = {
  ...sharedPages,
  '/raw.html': { file: 'raw.html' },
  '/nested.html': { file: 'nested.html' },
  '/pretend-widget.html': { file: 'pretend-widget.html', script: 'pretend-widget' },
}

const pagesDirectory = new URL('./pages/', import.meta.url)
const sdkDirectory = new URL('../../../host-sdk/dist/', import.meta.url)
const conformanceDirectory = new URL('../../../dist/conformance/', import.meta.url)
const hostileIcon =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect width="9" height="9" fill="#a00"/></svg>'

/** Content Security Policy of the strict page. It allows only what the SDK needs. */
function strictPolicy(stack: Stack): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    'img-src data:',
    `frame-src ${stack.widget.origin}`,
    "connect-src 'none'",
    // Only for the test wallets, whose background code is a worker of the page instead of an extension.
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ')
}

/** Creates the server of a host site: its pages, the SDK's build, and the test wallets. */
export function createHostApp(
  site: 'dapp' | 'evil',
  stack: Stack,
  scripts: PageScripts,
  { mobileWallets, inbox }: { readonly mobileWallets: MobileWallets; readonly inbox: MailInbox },
): Hono<{ Bindings: HttpBindings }> {
  const app = new Hono<{ Bindings: HttpBindings }>()
  const serveSdk = createStaticFiles(sdkDirectory)
  const servePage = createStaticFiles(pagesDirectory)
  const serveConformance = createStaticFiles(conformanceDirectory)
  const pages = site === 'dapp' ? dappPages : evilPages

  async function renderPage(
    c: Context,
    { file, script, isStrict = false, openerPolicy, embedderPolicy, render }: Page,
  ): Promise<Response> {
    const html = await servePage(`/${file}`, undefined, {})
    if (html === undefined) return c.text('Not found', 404)
    const rendered = (await render?.(stack.widget.origin)) ?? ''
    const preloads = modulesOf(scripts, `/scripts/${script}.js`).map(
      (path) => `<link rel="modulepreload" href="${path}">`,
    )
    const shopHead = (await servePage('/shop-head.html', undefined, {}))?.text()
    const text = (await html.text())
      .replaceAll('%shop%', (await shopHead) ?? '')
      .replaceAll('%world%', `/__stack/world.js${isStrict ? '?rpc=worker' : ''}`)
      .replaceAll('%preloads%', preloads.join(''))
      .replaceAll('%script%', `/scripts/${script}.js`)
      .replaceAll('%widget%', stack.widget.origin)
      .replaceAll('%dapp%', stack.dapp.origin)
      .replaceAll('%drawn%', () => rendered)
    return c.html(text, 200, {
      'cache-control': 'no-store',
      ...(isStrict ? { 'content-security-policy': strictPolicy(stack) } : {}),
      ...(openerPolicy === undefined ? {} : { 'cross-origin-opener-policy': openerPolicy }),
      ...(embedderPolicy === undefined ? {} : { 'cross-origin-embedder-policy': embedderPolicy }),
    })
  }

  mountStackFiles(app, site, stack, scripts)
  for (const [path, definition] of Object.entries(pages)) app.get(path, (c) => renderPage(c, definition))
  app.get('/scripts/:file', (c) => {
    const code = scripts.get(c.req.path)?.code
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
    // Uncompressed: compressing megabytes takes longer than sending them to the same machine.
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
    app.route('/__stack/phones', createMobileWalletControl(mobileWallets))
    app.route('/mail.html', createMailPage(inbox))
    mountPublishedDapps(app, stack)
    mountExamples(app, stack)
  }
  if (site === 'evil') {
    app.get('/redirect-to-evil', (c) => c.redirect('/pretend-widget.html', 302))
    // For a `widgetUrl` of this site: a document that pretends to be the widget.
    app.get('/embed/1/:project', (c) =>
      renderPage(c, { file: 'pretend-widget.html', script: 'pretend-widget' }),
    )
    app.get('/icon.svg', (c) => c.body(hostileIcon, 200, { 'content-type': 'image/svg+xml' }))
  }
  return app
}
