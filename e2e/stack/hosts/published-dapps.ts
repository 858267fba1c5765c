import type { HttpBindings } from '@hono/node-server'
import type { Hono } from 'hono'
import { html, raw } from 'hono/html'
import { createStaticFiles } from '#server/web/static-files.ts'
import { publishedDapps, solanaRootFiles } from '../../conformance/published-dapps.ts'
import type { Stack } from '../stack-file.ts'

type App = Hono<{ Bindings: HttpBindings }>

/** The tags that a developer adds to the head of an existing page: the SDK's script, and what that page needs in addition. */
function tagsFor(
  stack: Stack,
  query: URLSearchParams,
  defaults: { platform: string; networks: string; extraHtml: string },
) {
  const get = (name: string, fallback: string) => query.get(name) ?? fallback
  return html`<script
      src="/sdk/drawbridge.js"
      data-project-id="${get('project', 'demo')}"
      data-widget-url="${stack.widget.origin}"
      data-platforms="${defaults.platform}"
      data-networks="${get('networks', defaults.networks)}"
    ></script>
    ${raw(defaults.extraHtml)}
  `
}

/**
 * MetaMask's dApp enables its buttons, and shows network and chain, only for a provider with `isMetaMask`. Many wallets set
 * it. Drawbridge does not, so a page that requires it has to add this line.
 */
const metaMaskScript = '<script>Drawbridge.bridge.ethereum.isMetaMask = true</script>'

/** Serves the files of the published test dApps, and adds the SDK's tag to their HTML. */
export function mountPublishedDapps(app: App, stack: Stack): void {
  const ethereum = stack.chains.filter(({ configured }) => configured).map(({ id }) => id)
  const pageTags = {
    '/test-dapp/': { platform: 'ethereum', networks: ethereum.join(' '), extraHtml: metaMaskScript },
    '/test-dapp-solana/': { platform: 'solana', networks: stack.solana.id, extraHtml: '' },
  } as const
  for (const path of ['/test-dapp/', '/test-dapp-solana/'] as const) {
    const serve = createStaticFiles(publishedDapps[path])
    app.get(path, async (c) => {
      const page = await serve('/index.html', undefined, {})
      const tags = await tagsFor(stack, new URL(c.req.url).searchParams, pageTags[path])
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
