import { Hono } from 'hono'
import { addressFormat } from '#server/adapters/addresses/address-format.ts'
import { readWalletCatalogue } from '#server/adapters/bundled/wallet-catalogue.ts'
import { createKeyedHash } from '#server/adapters/keyed-hash/keyed-hash.ts'
import { createSecretBox } from '#server/adapters/secret-box/secret-box.ts'
import { parseSecretKeys } from '#server/adapters/secret-box/secret-keys.ts'
import { createSessionAccounts } from '#server/adapters/session-accounts/session-accounts.ts'
import { createSignatureVerifier } from '#server/adapters/signatures/signatures.ts'
import { createWalletKeyVerifier } from '#server/adapters/signatures/wallet-keys.ts'
import { createSmtpMailer } from '#server/adapters/smtp/smtp.ts'
import { createMemoryWakeups } from '#server/adapters/wakeups/memory-wakeups.ts'
import { createPasskeyVerifier } from '#server/adapters/webauthn/webauthn.ts'
import type { OAuthClients } from '#server/ports/oauth.ts'
import type { Stores } from '#server/ports/stores/stores.ts'
import { createServer } from '#server/server.ts'
import type { ServerEnv } from '#server/web/server-env.ts'
import { createStaticFiles } from '#server/web/static-files.ts'
import { defaultNameZone } from '#shared/config/name-zone.ts'
import type { RunningChain } from '../chains/running-chain.ts'
import type { Disposer } from '../disposer.ts'
import type { ExchangeService } from '../exchange/exchange-service.ts'
import { createFarcasterControl } from '../farcaster/farcaster-app.ts'
import { type LocalFarcaster, withFarcasterChain } from '../farcaster/local-farcaster.ts'
import type { PageScripts } from '../hosts/page-scripts.ts'
import { mountStackFiles } from '../hosts/stack-files.ts'
import type { MailInbox } from '../mail-inbox.ts'
import { createOnrampProviders } from '../onramp/local-provider.ts'
import type { Sales } from '../onramp/sales.ts'
import { type LocalSponsor, sponsorPath } from '../sponsorship/local-sponsor.ts'
import { type Stack, siteOrigins } from '../stack-file.ts'
import { createMobileWalletControl, createRelayControl } from '../walletconnect/control.ts'
import type { MobileWallets } from '../walletconnect/phones.ts'
import type { Relay } from '../walletconnect/relay.ts'
import { createChainSources } from './chain-sources.ts'
import { createExchangeRoutes } from './exchange.ts'
import { createFaultControl } from './fault-control.ts'
import { withoutTestLimits } from './local-counters.ts'
import { createLocalDeletions } from './local-deletions.ts'
import { createEventLog } from './local-events.ts'
import { createLocalRecoveries } from './local-recoveries.ts'
import { createLocalRpc } from './local-rpc.ts'
import { trackSignIns } from './local-sign-ins.ts'
import { mountServer } from './mount-server.ts'
import { createOnrampControl, withOrderProjects } from './onramp-control.ts'
import { localProjects, taggedProjects } from './projects.ts'
import { localDeployConfig, localPolicy, mountDevelopmentPage, mountDocumentChanges } from './widget-files.ts'

const widgetDirectory = new URL('../../../dist/widget/', import.meta.url)
const vaultDirectory = new URL('../../../dist/vault/', import.meta.url)
const sdkDirectory = new URL('../../../dist/sdk/', import.meta.url)
const catalogueFile = new URL(
  '../../../widget-app/src/domain/wallets/generated/wallets.json',
  import.meta.url,
)

/** Encrypts the session keys and server keys of this world, which control only test accounts. */
const testSecretKey = 'local:AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8='

/** Other parts of the world that the API uses. */
type WorldServices = {
  readonly relay: Relay
  readonly mobileWallets: MobileWallets
  readonly exchangeService: ExchangeService
  readonly sales: Sales
  /** Signs the provider's events. */
  readonly eventSecret: string
  /** Of the services whose accounts log in. */
  readonly oauthClients: OAuthClients
  readonly farcaster: LocalFarcaster
  /** Pays fees of embedded wallets. */
  readonly sponsor: LocalSponsor
  readonly inbox: MailInbox
  /** The server's database, empty. */
  readonly stores: Stores
  readonly lifetime: Disposer
}

const mailSender = { address: 'no-reply@widget.example', name: 'Drawbridge' }

const logToConsole = (fields: object, message: string) => console.error(message, fields)
/** Prints only the server's warnings and errors. */
const logger = { debug: () => undefined, info: () => undefined, warn: logToConsole, error: logToConsole }

const localEmbeddedWallet = ({ vault, widget }: Stack, oauthClients: OAuthClients) => {
  const keys = parseSecretKeys(testSecretKey)
  return {
    ...{ secrets: createSecretBox(keys), keyedHash: createKeyedHash(keys) },
    passkeyVerifier: createPasskeyVerifier({
      origin: vault.origin,
      rpId: new URL(widget.origin).hostname,
    }),
    verifyWalletKeys: createWalletKeyVerifier(),
    vaultOrigin: vault.origin,
    ...{ oauthClients, origin: widget.origin },
  }
}

/**
 * Creates the app of the widget's origin: the server with its adapters over the local chains and, in front of it, what tests
 * control: faults, the request log, prices, and documents that a hostile deployment would serve.
 */
export async function createApiApp(
  stack: Stack,
  chains: readonly RunningChain[],
  scripts: PageScripts,
  services: WorldServices,
): Promise<Hono<ServerEnv>> {
  const { relay, mobileWallets, exchangeService, sales, eventSecret, stores, lifetime } = services
  const { oauthClients, farcaster, sponsor, inbox } = services
  const app = new Hono<ServerEnv>()
  const control = createFaultControl(chains)
  const mailer = createSmtpMailer({ url: inbox.url, from: mailSender })
  lifetime.defer(mailer.close)
  const events = createEventLog()
  const signIns = trackSignIns(stores.signIns)
  const recoveries = await createLocalRecoveries(stores.recoveries)
  const deletions = createLocalDeletions(stores.deletions)
  const chainIds = chains.map((chain) => `eip155:${chain.plan.chainId}`)
  for (const { project } of localProjects(siteOrigins(stack))) await stores.projects.add(project)

  app.use(control.middleware)
  app.route('/__control', control.app)
  app.route('/__control/relay', createRelayControl(relay))
  app.route('/__control/phones', createMobileWalletControl(mobileWallets))
  app.route('/__control/farcaster', createFarcasterControl(farcaster.phones))
  app.route(sponsorPath, sponsor.app)
  app.route('/__control/recoveries', recoveries.control)
  app.route('/__control/deletions', deletions.control)
  app.route('/__control/onramp', createOnrampControl(sales))
  app.get('/__control/events', (c) => c.json({ events: events.eventsOf(c.req.query('project') ?? '') }))
  app.get('/__control/auth', (c) => c.json({ signedIn: signIns.currentSignIns() }))
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
    const blockHeights = blocks.map((block) => (block.status === 'fulfilled' ? Number(block.value) : null))
    return c.json(
      { ok, relay: isRelayUp, blocks: Object.fromEntries(chainIds.map((id, at) => [id, blockHeights[at]])) },
      ok ? 200 : 503,
    )
  })
  mountStackFiles(app, 'widget', stack, scripts)
  mountDevelopmentPage(app, stack)
  mountDocumentChanges(app, stack)

  const rpc = createLocalRpc(chains, stack)
  lifetime.defer(rpc.close)
  const signatureRpc = withFarcasterChain(rpc)
  const sources = createChainSources(rpc, stack)
  const server = createServer({
    stores: {
      ...stores,
      counters: withoutTestLimits(stores.counters),
      recoveries: recoveries.store,
      deletions: deletions.store,
      signIns: signIns.store,
      projects: taggedProjects(stores.projects, stores.names),
      orders: withOrderProjects(stores.orders, sales),
    },
    unavailableFeatures: [],
    wakeups: createMemoryWakeups(),
    events: events.sink,
    mailer,
    signatures: createSignatureVerifier(signatureRpc),
    addresses: addressFormat,
    ...sources,
    smartSessions: {
      secrets: createSecretBox(parseSecretKeys(testSecretKey)),
      accounts: createSessionAccounts(rpc),
    },
    embeddedWallet: { ...localEmbeddedWallet(stack, oauthClients), recoveryKey: recoveries.recoveryKey },
    farcaster: farcaster.createPeers(signatureRpc),
    sponsorship: sponsor.createSponsorship(stack.widget.loopback, lifetime),
    vault: {
      origin: stack.vault.origin,
      serveFile: createStaticFiles(vaultDirectory),
      widgetOrigin: stack.widget.origin,
    },
    wallets: readWalletCatalogue(catalogueFile),
    rpc,
    nameZone: defaultNameZone,
    onramp: createOnrampProviders({ chains, stack, sales, prices: sources.prices, secret: eventSecret }),
    routes: createExchangeRoutes(chains, exchangeService, stack),
    serveFile: createStaticFiles(widgetDirectory),
    serveSdk: createStaticFiles(sdkDirectory),
    policy: localPolicy(stack),
    widgetConfig: localDeployConfig(chains, stack, sponsor),
    logger,
    clock: Date.now,
  })
  mountServer(app, server)
  return app
}
