import { Hono } from 'hono'
import { addressFormat } from '#server/adapters/addresses/address-format.ts'
import { readWalletCatalogue } from '#server/adapters/bundled/wallet-catalogue.ts'
import { createSecretBox } from '#server/adapters/secret-box/secret-box.ts'
import { parseSecretKeys } from '#server/adapters/secret-box/secret-keys.ts'
import { createSessionAccounts } from '#server/adapters/session-accounts/session-accounts.ts'
import { createSignatureVerifier } from '#server/adapters/signatures/signatures.ts'
import { createSmtpMailer } from '#server/adapters/smtp/smtp.ts'
import { createMemoryWakeups } from '#server/adapters/wakeups/memory-wakeups.ts'
import type { Stores } from '#server/ports/stores/stores.ts'
import { createServer } from '#server/server.ts'
import type { ServerEnv } from '#server/web/server-env.ts'
import { createStaticFiles } from '#server/web/static-files.ts'
import { defaultNameZone } from '#shared/config/name-zone.ts'
import type { RunningChain } from '../chains/running-chain.ts'
import type { Disposer } from '../disposer.ts'
import type { ExchangeService } from '../exchange/exchange-service.ts'
import type { PageScripts } from '../hosts/page-scripts.ts'
import { mountStackFiles } from '../hosts/stack-files.ts'
import { startMailInbox } from '../mail-inbox.ts'
import { onrampProviders } from '../onramp/local-provider.ts'
import type { Sales } from '../onramp/sales.ts'
import { type Stack, siteOrigins } from '../stack-file.ts'
import { createMobileWalletControl, createRelayControl } from '../walletconnect/control.ts'
import type { MobileWallets } from '../walletconnect/phones.ts'
import type { Relay } from '../walletconnect/relay.ts'
import { chainSources } from './chain-sources.ts'
import { exchangeRoutes } from './exchange.ts'
import { createControl } from './fault-control.ts'
import { createEventLog } from './local-events.ts'
import { localRpc } from './local-rpc.ts'
import { watchSignIns } from './local-sign-ins.ts'
import { mountServer } from './mount-server.ts'
import { createOnrampControl, watchOrders } from './onramp-control.ts'
import { localProjects, taggedProjects } from './projects.ts'
import { localDeployConfig, localPolicy, mountDevelopmentPage, mountDocumentChanges } from './widget-files.ts'

const widgetDirectory = new URL('../../../dist/widget/', import.meta.url)
const sdkDirectory = new URL('../../../dist/sdk/', import.meta.url)
const catalogueFile = new URL(
  '../../../widget-app/src/domain/wallets/generated/wallets.json',
  import.meta.url,
)

/** Encrypts the session keys of this world, which control test accounts alone. */
const testSecretKey = 'local:AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8='

/** What else of the world the API speaks with. */
type WorldParts = {
  readonly relay: Relay
  readonly phones: MobileWallets
  readonly desk: ExchangeService
  readonly sales: Sales
  /** Signs the provider's events. */
  readonly eventSecret: string
  /** The server's database, empty. */
  readonly stores: Stores
  readonly lifetime: Disposer
}

const mailSender = { address: 'no-reply@widget.example', name: 'Drawbridge' }

const print = (fields: object, message: string) => console.error(message, fields)
/** Of the server's log, what went wrong. */
const logger = { debug: () => undefined, info: () => undefined, warn: print, error: print }

/**
 * The widget's origin: the server and its adapters over the local chains, and in front of it what tests control: faults,
 * the request log, prices, and documents that a hostile deployment would serve.
 */
export async function createApiApp(
  stack: Stack,
  chains: readonly RunningChain[],
  scripts: PageScripts,
  { relay, phones, desk, sales, eventSecret, stores, lifetime }: WorldParts,
): Promise<Hono<ServerEnv>> {
  const app = new Hono<ServerEnv>()
  const control = createControl(chains)
  const inbox = await startMailInbox(lifetime)
  const mailer = createSmtpMailer({ url: inbox.url, from: mailSender })
  lifetime.defer(mailer.close)
  const events = createEventLog()
  const signIns = watchSignIns(stores.signIns)
  const chainIds = chains.map((chain) => `eip155:${chain.plan.chainId}`)
  for (const { project } of localProjects(siteOrigins(stack))) await stores.projects.add(project)

  app.use(control.watch)
  app.route('/__control', control.app)
  app.route('/__control/relay', createRelayControl(relay))
  app.route('/__control/phones', createMobileWalletControl(phones))
  app.route('/__control/onramp', createOnrampControl(sales))
  app.get('/__control/events', (c) => c.json({ events: events.events(c.req.query('project') ?? '') }))
  app.get('/__control/auth', (c) => c.json({ signedIn: signIns.signedIn() }))
  app.get('/__control/mail', (c) => c.json({ messages: inbox.messagesTo(c.req.query('to') ?? '') }))
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
  mountStackFiles(app, 'widget', stack, scripts)
  mountDevelopmentPage(app, stack)
  mountDocumentChanges(app, stack)

  const rpc = localRpc(chains, stack)
  lifetime.defer(rpc.close)
  const sources = chainSources(rpc, stack)
  const server = createServer({
    stores: {
      ...stores,
      signIns: signIns.store,
      projects: taggedProjects(stores.projects, stores.names),
      orders: watchOrders(stores.orders, sales),
    },
    unavailableFeatures: [],
    wakeups: createMemoryWakeups(),
    events: events.sink,
    mailer,
    signatures: createSignatureVerifier(rpc),
    addresses: addressFormat,
    ...sources,
    smartSessions: {
      secrets: createSecretBox(parseSecretKeys(testSecretKey)),
      accounts: createSessionAccounts(rpc),
    },
    wallets: readWalletCatalogue(catalogueFile),
    rpc,
    nameZone: defaultNameZone,
    onramp: onrampProviders({ chains, stack, sales, prices: sources.prices, secret: eventSecret }),
    routes: exchangeRoutes(chains, desk, stack),
    serveFile: createStaticFiles(widgetDirectory),
    serveSdk: createStaticFiles(sdkDirectory),
    policy: localPolicy(stack),
    widgetConfig: localDeployConfig(chains, stack),
    logger,
    clock: Date.now,
  })
  mountServer(app, server)
  return app
}
