import { randomBytes } from 'node:crypto'
import { emptyAccounts, fundedAccounts } from './accounts.ts'
import { createApiApp } from './api/app.ts'
import { localProjects } from './api/projects.ts'
import { startAnvil } from './chains/anvil.ts'
import { type ChainPlan, chainPlans, multicall3Address } from './chains/local-chains.ts'
import { type OtherChains, startOtherChains } from './chains/other-chains.ts'
import type { ExitStatus } from './chains/own-process.ts'
import { createRunningChain, type RunningChain } from './chains/running-chain.ts'
import { seedChain } from './chains/seed.ts'
import { feedDecimals, localFeeds, localTokens } from './chains/tokens.ts'
import { seedUniswap, swapChainIds } from './chains/uniswap.ts'
import { createDisposer, type Disposer } from './disposer.ts'
import { createExchangeApp } from './exchange/exchange-app.ts'
import { createExchangeService } from './exchange/exchange-service.ts'
import { createLocalFarcaster } from './farcaster/local-farcaster.ts'
import { createHostApp } from './hosts/host-app.ts'
import { buildPageScripts } from './hosts/page-scripts.ts'
import { createIdentityApp } from './identity/identity-app.ts'
import { createLocalProviders } from './identity/local-providers.ts'
import { listen } from './listen.ts'
import { startMailInbox } from './mail-inbox.ts'
import { postEvent } from './onramp/events.ts'
import { createProviderApp } from './onramp/provider-app.ts'
import { createSales } from './onramp/sales.ts'
import { BootError, type Ports, requireFreePorts } from './ports.ts'
import { createLocalSponsor } from './sponsorship/local-sponsor.ts'
import { removeStack, type Stack, siteOrigins, writeStack } from './stack-file.ts'
import { openTemporaryStores } from './temporary-stores.ts'
import { createMobileWallets } from './walletconnect/phones.ts'
import { type Relay, startRelay } from './walletconnect/relay.ts'

/** A running local world. */
export type World = {
  readonly stack: Stack
  readonly chains: readonly RunningChain[]
  /** Stops all processes and deletes all files of the world. Safe to call twice. */
  readonly stop: () => Promise<void>
  /** Resolves with a sentence when a chain node exits by itself. */
  readonly nodeFailure: Promise<string>
}

export type BootOptions = {
  readonly ports: Ports
  /** Where to write the description of the world; null writes none. */
  readonly file: URL | null
}

const healthDeadlineMs = 15_000

/**
 * Boots chains, contracts, API, widget and host pages, and resolves when every health check has passed.
 * A boot that fails midway stops what it has started.
 * @throws BootError when a port is in use or a part does not start.
 */
export async function bootStack({ ports, file }: BootOptions): Promise<World> {
  await requireFreePorts(ports)
  const lifetime = createDisposer()
  try {
    return await boot(ports, file, lifetime)
  } catch (error) {
    await lifetime.end()
    throw error
  }
}

async function boot(ports: Ports, file: URL | null, lifetime: Disposer): Promise<World> {
  const scripts = buildPageScripts()
  // If another part fails first, a rejection of this promise must not be unhandled.
  scripts.catch(() => undefined)
  const nodes = chainPlans.map((plan) => ({ plan, node: startAnvil(plan, ports[plan.port]) }))
  for (const { node } of nodes) lifetime.defer(node.stop)
  const othersPromise = startOtherChains(ports, lifetime)
  othersPromise.catch(() => undefined)

  const relay = await startRelay({ port: ports.relay })
  lifetime.defer(relay.stop)

  const chains = await Promise.all(nodes.map(({ plan, node }) => startChain(plan, node)))
  const otherChains = await othersPromise
  const nodeFailure = Promise.race([
    otherChains.failure,
    ...nodes.map(
      async ({ plan, node }) => `The node of chain ${plan.chainId} ended with ${await node.exited}`,
    ),
  ])
  const stack = describeStack(ports, chains, otherChains, relay)
  const pageScripts = await scripts
  const mobileWallets = createMobileWallets(stack, lifetime)
  const exchangeService = createExchangeService()
  const eventSecret = randomBytes(32).toString('hex')
  const sales = createSales(({ provider }, event) =>
    postEvent(`${stack.widget.loopback}/v1/onramp/webhooks/${provider.id}`, eventSecret, event),
  )
  const stores = await openTemporaryStores(lifetime)
  const providers = createLocalProviders(stack, lifetime)
  const farcaster = createLocalFarcaster(stack, chains, lifetime)
  const sponsor = await createLocalSponsor(chains)
  const inbox = await startMailInbox(lifetime)
  const api = await createApiApp(stack, chains, pageScripts, {
    relay,
    mobileWallets,
    exchangeService,
    sales,
    eventSecret,
    oauthClients: providers.clients,
    farcaster,
    sponsor,
    inbox,
    stores,
    lifetime,
  })
  await listen(api, ports.widget, lifetime)
  await listen(createExchangeApp(exchangeService), ports.exchange, lifetime)
  await listen(createIdentityApp(providers, farcaster, stack.identity.origin), ports.identity, lifetime)
  await listen(createHostApp('dapp', stack, pageScripts, { mobileWallets, inbox }), ports.dapp, lifetime)
  await listen(createHostApp('evil', stack, pageScripts, { mobileWallets, inbox }), ports.evil, lifetime)
  await listen(createProviderApp(sales, stack), ports.onramp, lifetime)

  for (const url of [
    `${stack.widget.loopback}/health`,
    `${stack.dapp.loopback}/`,
    `${stack.evil.loopback}/`,
    `${stack.exchange.loopback}/`,
    `${stack.identity.loopback}/`,
  ]) {
    const { status } = await fetch(url)
    if (status !== 200) throw new BootError(`${url} answers ${status}`)
  }
  if (file !== null) {
    writeStack(stack, file)
    lifetime.defer(() => removeStack(stack.pid, file))
  }
  return { stack, chains, nodeFailure, stop: lifetime.end }
}

type AnvilNode = ReturnType<typeof startAnvil>

/** Waits for the node, then seeds its chain. @throws BootError when the node exits or does not respond in time. */
async function startChain(plan: ChainPlan, node: AnvilNode): Promise<RunningChain> {
  const chain = createRunningChain(plan, node.rpcUrl)
  let exit: { readonly code: ExitStatus } | undefined
  node.exited.then((code) => {
    exit = { code }
  })
  const deadline = Date.now() + healthDeadlineMs
  for (;;) {
    const chainId = await chain.client
      .request({ method: 'eth_chainId' }, { retryCount: 0 })
      .catch(() => undefined)
    if (chainId !== undefined && Number(chainId) === plan.chainId) break
    if (exit !== undefined) throw new BootError(`Anvil for chain ${plan.chainId} ended with ${exit.code}`)
    if (Date.now() > deadline) throw new BootError(`Anvil for chain ${plan.chainId} does not answer`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  await seedChain(plan, node.rpcUrl)
  if (swapChainIds.includes(plan.chainId)) await seedUniswap(plan, node.rpcUrl)
  return chain
}

function describeStack(
  ports: Ports,
  chains: readonly RunningChain[],
  otherChains: OtherChains,
  { url: relayUrl }: Relay,
): Stack {
  const site = (name: 'widget' | 'dapp' | 'evil' | 'exchange' | 'onramp' | 'identity') => ({
    origin: `http://${name}.localhost:${ports[name]}`,
    loopback: `http://127.0.0.1:${ports[name]}`,
  })
  const sites = { widget: site('widget'), dapp: site('dapp'), evil: site('evil') }
  const vault = { ...sites.widget, origin: `http://vault.widget.localhost:${ports.widget}` }
  return {
    pid: process.pid,
    ...sites,
    vault,
    exchange: site('exchange'),
    onramp: site('onramp'),
    identity: site('identity'),
    chains: chains.map(({ plan, rpcUrl }) => ({
      id: `eip155:${plan.chainId}`,
      chainId: plan.chainId,
      name: plan.name,
      rpcUrl,
      configured: plan.configured,
      multicall3: multicall3Address,
      tokens: Object.fromEntries(
        localTokens.map(({ symbol, address, name, decimals }) => [symbol, { address, name, decimals }]),
      ),
      feeds: Object.fromEntries(
        localFeeds.map(({ symbol, address }) => [symbol, { address, decimals: feedDecimals }]),
      ),
    })),
    solana: otherChains.solana,
    polkadot: otherChains.polkadot,
    acala: otherChains.acala,
    walletConnect: { relayUrl, projectId: 'demo' },
    accounts: [
      ...fundedAccounts.map((account) => ({ ...account, funded: true })),
      ...emptyAccounts.map((account) => ({ ...account, funded: false })),
    ],
    projects: localProjects(siteOrigins(sites)).map(({ project }) => project.id),
  }
}
