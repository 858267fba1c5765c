import type { HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import { getBalance } from '#shared/api/balance.ts'
import { getSupportedChains } from '#shared/api/chains.ts'
import { getHistory } from '#shared/api/history.ts'
import { postFungiblePrice } from '#shared/api/price.ts'
import { getAllowedOrigins, getProjectConfig } from '#shared/api/project.ts'
import { postRpc } from '#shared/api/rpc.ts'
import { getWallets } from '#shared/api/wallets.ts'
import type { RunningChain } from '../chains/running-chain.ts'
import { swapChainIds } from '../chains/uniswap.ts'
import type { Desk } from '../exchange/desk.ts'
import type { PageScripts } from '../hosts/page-scripts.ts'
import { mountStackFiles } from '../hosts/stack-files.ts'
import type { Sales } from '../onramp/sales.ts'
import { type Stack, siteOrigins } from '../stack-file.ts'
import { createPhoneControl, createRelayControl } from '../walletconnect/control.ts'
import type { Phones } from '../walletconnect/phones.ts'
import type { Relay } from '../walletconnect/relay.ts'
import { mountAnalytics } from './analytics.ts'
import { mountAuth } from './auth.ts'
import { readCatalogue, walletsFor } from './catalogue.ts'
import { createControl } from './control.ts'
import { mountConvert } from './convert.ts'
import { poolService } from './convert-pools.ts'
import { uniswapService } from './convert-uniswap.ts'
import { mountExchange } from './exchange.ts'
import { relayCalls } from './gateway.ts'
import { createHistory } from './history.ts'
import { mountImages } from './images.ts'
import { mountMailbox } from './mailbox.ts'
import { createMount, Refusal } from './mount.ts'
import { mountNames } from './names.ts'
import { createOnrampControl, mountOnramp } from './onramp.ts'
import { balancesOn, pricesOf } from './portfolio.ts'
import { createProjects } from './projects.ts'
import { mountSessions } from './sessions.ts'
import { solanaBalances } from './solana-portfolio.ts'
import { mountWidgetFiles } from './widget-files.ts'

/** What else of the world the API speaks with. */
type WorldParts = {
  readonly relay: Relay
  readonly phones: Phones
  readonly desk: Desk
  readonly sales: Sales
}

/** The widget's origin: its files, every remote endpoint it uses, and what tests control. */
export function createApiApp(
  stack: Stack,
  chains: readonly RunningChain[],
  scripts: PageScripts,
  { relay, phones, desk, sales }: WorldParts,
): Hono<{ Bindings: HttpBindings }> {
  const app = new Hono<{ Bindings: HttpBindings }>()
  const projects = createProjects(siteOrigins(stack))
  const catalogue = readCatalogue()
  const control = createControl(chains)
  const otherChains = [stack.solana, stack.polkadot, stack.acala]
  const chainIds = chains.map((chain) => `eip155:${chain.plan.chainId}`)
  const requireChain = (id: string): RunningChain => {
    const chain = chains[chainIds.indexOf(id)]
    if (chain === undefined) throw new Refusal(400, `Chain is not supported: ${id}`)
    return chain
  }

  app.use(control.watch)
  app.route('/__control', control.app)
  app.route('/__control/relay', createRelayControl(relay))
  app.route('/__control/phones', createPhoneControl(phones))
  app.route('/__control/onramp', createOnrampControl(sales))
  app.get('/health', async (c) => {
    const blocks = await Promise.allSettled(
      chains.map((chain) => chain.client.getBlockNumber({ cacheTime: 0 })),
    )
    const isRelayUp = await fetch(relay.healthUrl).then(
      ({ ok }) => ok,
      () => false,
    )
    const ok = isRelayUp && blocks.every((block) => block.status === 'fulfilled')
    const heights = blocks.map((block) => (block.status === 'fulfilled' ? Number(block.value) : null))
    return c.json(
      { ok, relay: isRelayUp, blocks: Object.fromEntries(chainIds.map((id, at) => [id, heights[at]])) },
      ok ? 200 : 503,
    )
  })

  const mount = createMount(app, projects)
  mount.get(getWallets, ({ query }) => walletsFor(catalogue, query))
  mount.get(getProjectConfig, ({ project }) => ({ features: [...project.features] }))
  mount.get(getAllowedOrigins, ({ project }) => ({ allowedOrigins: [...project.allowedOrigins] }))
  const analytics = mountAnalytics(mount)
  app.get('/__control/events', (c) => c.json({ events: analytics.events(c.req.query('project') ?? '') }))
  mount.get(getSupportedChains, () => ({ http: [...chainIds, stack.solana.id], ws: [] }))
  mount.get(getBalance, async ({ param, query }) => {
    const [feeds] = chains
    if (query.chainId === stack.solana.id && feeds !== undefined) {
      const { currency = 'usd' } = query
      return { balances: await solanaBalances(stack.solana, feeds, param('address'), currency) }
    }
    const asked = query.chainId === undefined ? chains : [requireChain(query.chainId)]
    const lists = asked.map((chain) => balancesOn(chain, param('address'), query.currency ?? 'usd'))
    return { balances: (await Promise.all(lists)).flat() }
  })
  const historyOf = createHistory()
  mount.get(getHistory, async ({ param, query: { chainId, cursor } }) => {
    if (chainId === undefined) throw new Refusal(400, 'The local world tells the history of one chain')
    return historyOf(requireChain(chainId), param('address'), cursor)
  })
  mountNames(mount, chains)
  mountSessions(mount, chains)
  mount.post(postFungiblePrice, async ({ body }) => ({
    fungibles: await pricesOf(chains, body.addresses, body.currency),
  }))
  const uniswaps = chains.filter(({ plan }) => swapChainIds.includes(plan.chainId))
  mountConvert(mount, [...uniswaps.map(uniswapService), poolService(stack.solana)])
  mountExchange(mount, chains, desk, stack)
  mountOnramp(mount, chains, sales, stack)
  mount.post(postRpc, async ({ body, query }) => {
    const { rpcUrl } = otherChains.find(({ id }) => id === query.chainId) ?? requireChain(query.chainId)
    const isBatch = Array.isArray(body)
    const answers = await relayCalls(rpcUrl, query.chainId, isBatch ? body : [body])
    const [first] = answers
    return isBatch || first === undefined ? answers : first
  })
  const auth = mountAuth(mount, chains)
  app.get('/__control/auth', (c) =>
    c.json({ signedIn: auth.signedIn(), code: auth.codeFor(c.req.query('email') ?? '') ?? null }),
  )
  mountMailbox(app)
  mountImages(app, projects)
  mountStackFiles(app, 'widget', stack, scripts)
  mountWidgetFiles(app, projects, chains, stack)
  return app
}
