import type { HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import { getBalance } from '#shared/api/balance.ts'
import { getSupportedChains } from '#shared/api/chains.ts'
import { postFungiblePrice } from '#shared/api/price.ts'
import { getAllowedOrigins, getProjectConfig } from '#shared/api/project.ts'
import { postRpc } from '#shared/api/rpc.ts'
import { getWallets } from '#shared/api/wallets.ts'
import type { RunningChain } from '../chains/running-chain.ts'
import type { PageScripts } from '../hosts/page-scripts.ts'
import { mountStackFiles } from '../hosts/stack-files.ts'
import { type Stack, siteOrigins } from '../stack-file.ts'
import { readCatalogue, walletsFor } from './catalogue.ts'
import { createControl } from './control.ts'
import { relayReads } from './gateway.ts'
import { mountImages } from './images.ts'
import { createMount, Refusal } from './mount.ts'
import { balancesOn, pricesOf } from './portfolio.ts'
import { createProjects } from './projects.ts'
import { mountWidgetFiles } from './widget-files.ts'

/** The widget's origin: its files, every remote endpoint it uses, and what tests control. */
export function createApiApp(
  stack: Stack,
  chains: readonly RunningChain[],
  scripts: PageScripts,
): Hono<{ Bindings: HttpBindings }> {
  const app = new Hono<{ Bindings: HttpBindings }>()
  const projects = createProjects(siteOrigins(stack))
  const catalogue = readCatalogue()
  const control = createControl(chains)
  const chainIds = chains.map((chain) => `eip155:${chain.plan.chainId}`)
  const requireChain = (id: string): RunningChain => {
    const chain = chains[chainIds.indexOf(id)]
    if (chain === undefined) throw new Refusal(400, `Chain is not supported: ${id}`)
    return chain
  }

  app.use(control.watch)
  app.route('/__control', control.app)
  app.get('/health', async (c) => {
    const blocks = await Promise.allSettled(
      chains.map((chain) => chain.client.getBlockNumber({ cacheTime: 0 })),
    )
    const ok = blocks.every((block) => block.status === 'fulfilled')
    const heights = blocks.map((block) => (block.status === 'fulfilled' ? Number(block.value) : null))
    return c.json(
      { ok, blocks: Object.fromEntries(chainIds.map((id, at) => [id, heights[at]])) },
      ok ? 200 : 503,
    )
  })

  const mount = createMount(app, projects)
  mount.get(getWallets, ({ query }) => walletsFor(catalogue, query))
  mount.get(getProjectConfig, ({ project }) => ({ features: [...project.features] }))
  mount.get(getAllowedOrigins, ({ project }) => ({ allowedOrigins: [...project.allowedOrigins] }))
  mount.get(getSupportedChains, () => ({ http: chainIds, ws: [] }))
  mount.get(getBalance, async ({ param, query }) => {
    const asked = query.chainId === undefined ? chains : [requireChain(query.chainId)]
    const lists = asked.map((chain) => balancesOn(chain, param('address'), query.currency ?? 'usd'))
    return { balances: (await Promise.all(lists)).flat() }
  })
  mount.post(postFungiblePrice, async ({ body }) => ({
    fungibles: await pricesOf(chains, body.addresses, body.currency),
  }))
  mount.post(postRpc, async ({ body, query }) => {
    const { rpcUrl } = requireChain(query.chainId)
    const isBatch = Array.isArray(body)
    const answers = await relayReads(rpcUrl, isBatch ? body : [body])
    const [first] = answers
    return isBatch || first === undefined ? answers : first
  })
  mountImages(app, projects)
  mountStackFiles(app, 'widget', stack, scripts)
  mountWidgetFiles(app, projects, chains)
  return app
}
