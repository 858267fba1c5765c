import type { HttpBindings } from '@hono/node-server'
import type { Hono } from 'hono'
import type { Stack } from '../stack-file.ts'
import type { PageConfig } from '../wallets/page-config.ts'
import type { PageScripts } from './page-scripts.ts'

/** Serves what pages need of the local world: its description, the test wallets, and a proxy to the nodes. */
export function mountStackFiles<Env extends { Bindings: HttpBindings }>(
  app: Hono<Env>,
  site: PageConfig['site'],
  stack: Stack,
  scripts: PageScripts,
): void {
  const javascript = { 'content-type': 'text/javascript; charset=utf-8', 'cache-control': 'no-store' }

  app.get('/__stack/world.js', (c) => {
    const world = describePageWorld(site, stack, c.req.query('rpc') === 'worker' ? 'worker' : 'fetch')
    return c.body(`globalThis.drawbridgeWorld = ${JSON.stringify(world)}\n`, 200, javascript)
  })
  app.get('/__stack/:file{.+\\.js}', (c) => {
    const code = scripts.get(c.req.path)?.code
    return code === undefined ? c.text('Not found', 404) : c.body(code, 200, javascript)
  })
  app.post('/__stack/rpc/:chainId', async (c) => {
    const id = c.req.param('chainId')
    const chain = id === 'solana' ? stack.solana : stack.chains.find(({ chainId }) => String(chainId) === id)
    if (chain === undefined) return c.text('There is no such chain', 404)
    const response = await fetch(chain.rpcUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: await c.req.text(),
    })
    return c.body(await response.text(), 200, { 'content-type': 'application/json' })
  })
}

/** Describes the world for a page of a site. */
export function describePageWorld(
  site: PageConfig['site'],
  stack: Stack,
  rpc: PageConfig['rpc'],
): PageConfig {
  const [first] = stack.chains
  return {
    site,
    rpc,
    widgetUrl: stack.widget.origin,
    evilUrl: stack.evil.origin,
    chains: stack.chains.map(({ chainId, name, rpcUrl, configured }) => ({
      chainId,
      name,
      rpcUrl,
      configured,
    })),
    accounts: stack.accounts,
    // Same-origin, because the policy of the widget in a tab allows no other origin.
    solana: { id: stack.solana.id, rpcUrl: '/__stack/rpc/solana', accounts: stack.solana.accounts },
    polkadot: {
      id: stack.polkadot.id,
      genesisHash: stack.polkadot.genesisHash,
      wsUrl: stack.polkadot.wsUrl,
      accounts: stack.polkadot.accounts,
    },
    acala: { id: stack.acala.id, wsUrl: stack.acala.wsUrl },
    tokens: Object.entries(first?.tokens ?? {}).map(([symbol, { address, decimals }]) => ({
      symbol,
      address,
      decimals,
    })),
  }
}
