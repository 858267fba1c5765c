import type { HttpBindings } from '@hono/node-server'
import type { Hono } from 'hono'
import { html, raw } from 'hono/html'
import { createStaticFiles } from '#server/web/static-files.ts'
import { publishedDapps, solanaRootFiles } from '../../conformance/published-dapps.ts'
import type { Stack } from '../stack-file.ts'

type App = Hono<{ Bindings: HttpBindings }>

/** What a developer adds to the head of a page that exists: the SDK's tag, and what that page wants of a wallet besides. */
function tagsFor(
  stack: Stack,
  query: URLSearchParams,
  own: { platform: string; networks: string; more: string },
) {
  const get = (name: string, otherwise: string) => query.get(name) ?? otherwise
  return html`<script
      src="/sdk/drawbridge.js"
      data-project-id="${get('project', 'demo')}"
      data-widget-url="${stack.widget.origin}"
      data-platforms="${own.platform}"
      data-networks="${get('networks', own.networks)}"
    ></script>
    ${raw(own.more)}
  `
}

/**
 * Of MetaMask's dApp the buttons stay disabled, and network and chain empty, unless a wallet says that it is MetaMask. Many
 * wallets do; Drawbridge does not, so a page that asks for it has to add this line.
 */
const asMetaMask = '<script>Drawbridge.bridge.ethereum.isMetaMask = true</script>'

/** Serves the published test dApps as files; only their HTML gets the SDK's tag. */
export function mountPublishedDapps(app: App, stack: Stack): void {
  const ethereum = stack.chains.filter(({ configured }) => configured).map(({ id }) => id)
  const added = {
    '/test-dapp/': { platform: 'ethereum', networks: ethereum.join(' '), more: asMetaMask },
    '/test-dapp-solana/': { platform: 'solana', networks: stack.solana.id, more: '' },
  } as const
  for (const path of ['/test-dapp/', '/test-dapp-solana/'] as const) {
    const serve = createStaticFiles(publishedDapps[path])
    app.get(path, async (c) => {
      const page = await serve('/index.html', undefined, {})
      const tags = await tagsFor(stack, new URL(c.req.url).searchParams, added[path])
      const text = (await page?.text())?.replace('</head>', () => `${tags}</head>`)
      return text === undefined
        ? c.text('Not found', 404)
        : c.html(text, 200, { 'cache-control': 'no-store' })
    })
    app.get(`${path}:file`, async (c) => {
      const file = await serve(`/${c.req.param('file')}`, undefined, { 'cache-control': 'no-cache' })
      return file ?? c.text('Not found', 404)
    })
  }
  const serveRoot = createStaticFiles(publishedDapps['/test-dapp-solana/'])
  for (const path of ['/assets/:file', '/vite.svg'])
    app.get(path, async (c) => {
      const file = solanaRootFiles.test(c.req.path)
        ? await serveRoot(c.req.path, undefined, { 'cache-control': 'no-cache' })
        : undefined
      return file ?? c.text('Not found', 404)
    })
}
