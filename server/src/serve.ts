import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { protocolVersion } from '../../shared/channel/wire.ts'
import packageFile from '../package.json' with { type: 'json' }
import { addressFormat } from './adapters/addresses/address-format.ts'
import { readTokenTable } from './adapters/bundled/token-table.ts'
import { readWalletCatalogue } from './adapters/bundled/wallet-catalogue.ts'
import { createJsonLog } from './adapters/log/json-log.ts'
import { createOutbound } from './adapters/outbound/outbound.ts'
import { createPrometheusMetrics } from './adapters/prometheus/prometheus.ts'
import { createRateLimiter } from './adapters/rate-limiter/rate-limiter.ts'
import { createChainRpc } from './adapters/rpc/chain-rpc.ts'
import { createSignerThread } from './adapters/signatures/recover-on-thread.ts'
import { createSignatureVerifier } from './adapters/signatures/signatures.ts'
import { bundledFiles } from './bundled-files.ts'
import { createChainSources } from './chain-sources.ts'
import { servedNetworks } from './config/bundled-networks.ts'
import { type Config, databaseLocation } from './config/config-schema.ts'
import { documentPolicy } from './config/document-policy.ts'
import { featureAvailability } from './config/feature-availability.ts'
import { vaultLocation } from './config/vault-location.ts'
import { toWidgetConfig } from './config/widget-config.ts'
import {
  embeddedWalletOf,
  farcasterOf,
  mailerOf,
  smartSessionsOf,
  sponsorshipOf,
} from './configured-parts.ts'
import { createSeededProject } from './core/documents/first-project.ts'
import { parseNetwork } from './core/ip-network.ts'
import { createJobWorker } from './core/job-worker.ts'
import { createResealJob, envelopeKeys, smartSessionKeys, spendingLimitKeys } from './core/reseal-keys.ts'
import { rpcCallPolicy } from './core/rpc-methods.ts'
import { createDoctorPage } from './create-doctor-page.ts'
import { listen } from './http-listener.ts'
import { createOnrampSources } from './onramp-sources.ts'
import { openEvents } from './open-events.ts'
import { openImages } from './open-images.ts'
import { openStores } from './open-stores.ts'
import { openWakeups } from './open-wakeups.ts'
import { type ServedPart, servesOthers } from './ports/served-part.ts'
import type { Stores } from './ports/stores/stores.ts'
import { checkSdkFolder } from './sdk-files/check-sdk-folder.ts'
import { createServer } from './server.ts'
import { activatedSocket } from './socket-activation.ts'
import { systemTimers } from './vendor-clients/timers.ts'
import type { VendorConnection } from './vendor-clients/vendor-client.ts'
import { vendorOutbound } from './vendor-outbound.ts'
import { createStaticFiles } from './web/static-files.ts'

const expiryIntervalMs = 60_000
/** How long open requests may continue once no more connections are accepted. */
const drainMs = 20_000

/**
 * How long a stopping server stays ready, at most half of its delay. In a rolling restart the previous server has just
 * started, and a proxy notices that at its next health check: if this server were already unready, the proxy might have
 * none.
 */
const maxReadyMs = 1_500

/** Default of `shutdownDelaySeconds` if other servers can handle the requests, or an activated socket queues them. */
const defaultDelaySeconds = 5

type Closer = () => void | Promise<void>

/** Seeds an empty database with a project for pages of this machine. */
async function seedProject({ projects }: Stores): Promise<void> {
  if ((await projects.list()).length === 0) await projects.add(createSeededProject(randomUUID(), Date.now()))
}

/** Jobs of processes that run apart have names of their own: both store them in the same table. */
const recurringJobs = <Job>(
  part: ServedPart,
  jobs: Readonly<Record<string, Job>>,
): Readonly<Record<string, Job>> =>
  servesOthers(part)
    ? jobs
    : Object.fromEntries(Object.entries(jobs).map(([kind, job]) => [`${kind} embedded-wallet`, job]))

const folderOf = (path: string | undefined): URL | undefined =>
  path === undefined ? undefined : pathToFileURL(`${resolve(path)}/`)

/**
 * How long the server continues after SIGTERM, so that reverse proxies notice that it is not ready, and close their idle
 * connections: a request that is sent while the server closes its connection fails.
 */
function shutdownDelayMs(config: Config, socket: number | undefined): number {
  const isAlone = databaseLocation(config).is === 'sqlite' && socket === undefined
  const defaultSeconds = isAlone ? 0 : defaultDelaySeconds
  return (config.shutdownDelaySeconds ?? defaultSeconds) * 1_000
}

/**
 * Runs the server until SIGTERM or SIGINT, then until proxies have noticed (SIGTERM only), then until its requests have
 * ended, at most 20 s.
 * @throws Error with a message for the operator: the port is in use, the database cannot be opened.
 */
export async function startServer({ config }: { readonly config: Config }): Promise<void> {
  const logger = createJsonLog(config.logLevel)
  if (config.sdk.directory !== undefined)
    for (const sentence of await checkSdkFolder(
      resolve(config.sdk.directory),
      packageFile.version,
      protocolVersion,
    ))
      logger.warn({ message: sentence }, 'SDK files of another release')
  const socket = activatedSocket(process.env, process.pid)
  const closers: Closer[] = []
  try {
    const [stores, closeStores] = await openStores(config, logger)
    closers.push(closeStores)
    const part = config.serves
    if (servesOthers(part)) await seedProject(stores)
    const metrics = config.metrics && {
      metrics: createPrometheusMetrics(),
      token: config.metrics.token,
    }
    const events = openEvents(config, stores, logger, metrics?.metrics)
    closers.push(events.close)
    const limiter = createRateLimiter({
      ...(config.redis !== undefined && { redisUrl: config.redis }),
      onStoreError: (code) => logger.warn({ code }, 'Redis failed'),
    })
    closers.push(limiter.close)
    const wakeups = openWakeups(config, logger)
    closers.push(wakeups.close)
    const images = servesOthers(part) ? await openImages(config, stores.settings, logger) : undefined
    if (images) closers.push(images.close)
    const networks = servedNetworks(config.networks)
    const rpc = createChainRpc({
      chains: networks.map(({ id, rpcUrls }) => ({ chainId: id, urls: rpcUrls })),
      policyOf: rpcCallPolicy,
      onEvent: (event) => {
        metrics?.metrics.addRpcEvent(event)
        if (event.is === 'breaker' || event.is === 'wrong-chain') logger.warn({ event }, 'node')
      },
    })
    closers.push(rpc.close)
    const signerThread = createSignerThread(bundledFiles.signerThread)
    closers.push(signerThread.close)
    const mailer = mailerOf(config)
    if (mailer) closers.push(mailer.close)
    const smartSessions = smartSessionsOf(config, rpc)
    const outbound = createOutbound(vendorOutbound(config))
    closers.push(outbound.close)
    const tokens = readTokenTable(bundledFiles.tokens)
    const vendors: VendorConnection = {
      outbound,
      timers: systemTimers,
      reserveSlot: limiter.reserveSlot,
      onEvent: (event) => {
        metrics?.metrics.addVendorEvent(event)
        if (event.is === 'breaker') logger.warn({ event }, 'vendor')
      },
    }
    const embeddedWallet = embeddedWalletOf(config, signerThread.recover, vendors)
    const farcaster = farcasterOf(config, rpc, vendors)
    const sponsorship = sponsorshipOf(config, vendors)
    const sources = createChainSources(config, networks, tokens, rpc, vendors)
    let isStopping = false
    let isUnready = false
    const app = createServer({
      stores,
      unavailableFeatures: featureAvailability(config).flatMap(({ isOn, remoteId }) =>
        isOn || remoteId === undefined ? [] : [remoteId],
      ),
      wakeups,
      events: events.analytics,
      reports: events.reports,
      ...(mailer && { mailer }),
      signatures: createSignatureVerifier(rpc, signerThread.recover),
      addresses: addressFormat,
      ...sources,
      onramp: createOnrampSources(config, vendors),
      ...(smartSessions && { smartSessions }),
      ...(embeddedWallet && { embeddedWallet }),
      ...(farcaster && { farcaster }),
      ...(sponsorship && { sponsorship }),
      wallets: readWalletCatalogue(bundledFiles.wallets),
      rpc,
      nameZone: config.names.zone,
      routes: [],
      bodyMaxBytes: config.limits.bodyMaxBytes,
      batchMaxCalls: config.limits.batchMaxCalls,
      limits: {
        limiter,
        budgets: config.limits,
        onRejected: (budget, is) => metrics?.metrics.addRejection(budget, is),
      },
      trustedProxies: config.trustedProxies.map(parseNetwork),
      ...(images && { images }),
      ...(metrics && { metrics }),
      doctor: createDoctorPage(config),
      isAccessLogged: true,
      isStopping: () => isStopping,
      serves: part,
      ...(part === 'others' && { vaultElsewhere: vaultLocation(config).origin }),
      ...(embeddedWallet && {
        vault: {
          origin: embeddedWallet.vaultOrigin,
          serveFile: createStaticFiles(bundledFiles.vault),
          widgetOrigin: new URL(config.publicUrl).origin,
        },
      }),
      serveFile: createStaticFiles(folderOf(config.widget.directory) ?? bundledFiles.widget),
      serveSdk: createStaticFiles(folderOf(config.sdk.directory) ?? bundledFiles.sdk),
      policy: documentPolicy(config),
      widgetConfig: toWidgetConfig(config),
      logger,
      clock: Date.now,
      check: async () => {
        if (isUnready) throw new Error('The server is stopping')
        await stores.check()
      },
    })
    const resealings = [
      ...(smartSessions ? [smartSessionKeys(stores.smartSessions, smartSessions.secrets)] : []),
      ...(embeddedWallet
        ? [
            envelopeKeys(stores.envelopes, embeddedWallet.secrets),
            spendingLimitKeys(stores.spendingLimits, embeddedWallet.secrets),
          ]
        : []),
    ]
    const worker = createJobWorker({
      store: stores.jobs,
      handlers: servesOthers(part) ? events.jobHandlers : {},
      recurring: recurringJobs(part, {
        sweep: {
          everyMs: expiryIntervalMs,
          run: async () => {
            await stores.deleteExpired(Date.now(), part)
          },
        },
        ...(resealings.length > 0 && createResealJob(resealings, logger)),
      }),
      clock: Date.now,
      logger,
      ...(metrics && { onRun: metrics.metrics.addJobRun, onCounts: metrics.metrics.setJobs }),
    })
    worker.start()
    closers.push(worker.stop)

    const at = socket === undefined ? { host: config.host, port: config.port } : { fd: socket }
    const listener = await listen({ fetch: app.fetch, at })
    const { host, port } = listener
    logger.info({ port, host }, `listening on http://${host.includes(':') ? `[${host}]` : host}:${port}`)
    signerThread.start()

    const signal = await stopSignal()
    isStopping = true
    const delayMs = signal === 'SIGTERM' ? shutdownDelayMs(config, socket) : 0
    logger.info({ delayMs }, 'stopping')
    const readyMs = Math.min(maxReadyMs, delayMs / 2)
    await setTimeout(readyMs)
    // With SQLite there is no other server, and an activated socket queues requests: the proxy would respond with errors of
    // its own.
    isUnready = databaseLocation(config).is === 'postgres' && socket === undefined
    await setTimeout(delayMs - readyMs)
    // In this order: a reader whose wait ends sends the next request at once.
    await listener.stopAccepting()
    wakeups.endWaits()
    await listener.drain(drainMs)
  } finally {
    for (const close of closers.reverse()) await close()
  }
}

/** Resolves with the first of the two signals; a second one ends the process at once. */
async function stopSignal(): Promise<'SIGTERM' | 'SIGINT'> {
  const listenersController = new AbortController()
  const signalled = async (name: 'SIGTERM' | 'SIGINT') => {
    await once(process, name, { signal: listenersController.signal })
    return name
  }
  const signals = [signalled('SIGTERM'), signalled('SIGINT')]
  const first = await Promise.race(signals)
  listenersController.abort()
  await Promise.allSettled(signals)
  return first
}
