import type { Hono } from 'hono'
import type { WalletListEntry } from '../../shared/api/wallets.ts'
import { readDpopProof } from './adapters/dpop/dpop-proof.ts'
import { secretHash } from './adapters/secret-hash/secret-hash.ts'
import type { DocumentPolicy } from './core/documents/document-headers.ts'
import { createEmbeddedWallet, type EmbeddedWalletKeys, noKeys } from './core/embedded/embedded-wallet.ts'
import { chainDataRoutes } from './core/routes/chain-data-routes.ts'
import { embeddedRoutes } from './core/routes/embedded-routes.ts'
import { unchangedImageUrl } from './core/routes/image-urls.ts'
import { mailboxRoutes } from './core/routes/mailbox-routes.ts'
import { nameRoutes } from './core/routes/name-routes.ts'
import { onrampRoutes } from './core/routes/onramp-routes.ts'
import { onrampWebhook } from './core/routes/onramp-webhook.ts'
import { projectRoutes } from './core/routes/project-routes.ts'
import type { FindProject, Route } from './core/routes/route.ts'
import { rpcRoutes } from './core/routes/rpc-routes.ts'
import { signInRoutes } from './core/routes/sign-in-routes.ts'
import { type SessionSigning, smartSessionRoutes } from './core/routes/smart-session-routes.ts'
import { swapRoutes } from './core/routes/swap-routes.ts'
import { walletRoutes } from './core/routes/wallet-routes.ts'
import type { Clock } from './ports/clock.ts'
import type { FarcasterPeers } from './ports/farcaster.ts'
import type { Logger } from './ports/logger.ts'
import type { Mailer } from './ports/mail.ts'
import type { ChainRpc } from './ports/rpc.ts'
import { servesEmbeddedWallet, servesOthers } from './ports/served-part.ts'
import type { SignatureVerifier } from './ports/signatures.ts'
import type { AddressFormat } from './ports/sources/addresses.ts'
import type { BalanceSource } from './ports/sources/balances.ts'
import type { HistorySource } from './ports/sources/history.ts'
import type { NameService } from './ports/sources/name-services.ts'
import type { OnrampProvider } from './ports/sources/onramp.ts'
import type { PriceSource } from './ports/sources/prices.ts'
import type { SwapService } from './ports/sources/swaps.ts'
import type { Sponsorship } from './ports/sponsorship.ts'
import type { EventSink } from './ports/stores/events.ts'
import type { Stores } from './ports/stores/stores.ts'
import type { Wakeups } from './ports/wakeups.ts'
import { createApp, type WebOptions } from './web/app.ts'
import type { ServerEnv } from './web/server-env.ts'
import type { ServeFile } from './web/static-files.ts'

/** Everything a server consists of; absent or empty members are not configured. */
export type ServerParts = WebOptions & {
  readonly stores: Stores
  /** Ids of remote features that are off in every project (SPEC §3). */
  readonly unavailableFeatures: readonly string[]
  readonly wakeups: Wakeups
  readonly events: EventSink
  readonly mailer?: Mailer
  readonly signatures: SignatureVerifier
  readonly addresses: AddressFormat
  readonly balances: readonly BalanceSource[]
  readonly prices: readonly PriceSource[]
  readonly histories: readonly HistorySource[]
  readonly swaps: readonly SwapService[]
  /** Onramp providers; empty: nothing is sold. */
  readonly onramp: readonly OnrampProvider[]
  readonly nameServices: readonly NameService[]
  /** Absent: smart sessions cannot be granted. */
  readonly smartSessions?: SessionSigning
  /** Absent: there are no embedded wallets. */
  readonly embeddedWallet?: EmbeddedWalletKeys
  /** Absent: users of embedded wallets cannot log in with Farcaster. */
  readonly farcaster?: FarcasterPeers
  /** Absent: users of embedded wallets pay their fees themselves. */
  readonly sponsorship?: Sponsorship
  readonly wallets: readonly WalletListEntry[]
  readonly rpc: ChainRpc
  /** Maximum number of calls in a JSON-RPC batch; at most 100, the default. */
  readonly batchMaxCalls?: number
  /** Zone of the names that can be registered, without the leading dot. */
  readonly nameZone: string
  /** Routes of adapters that implement whole endpoints. */
  readonly routes: readonly Route[]
  readonly serveFile: ServeFile
  /** The built SDK, by version. */
  readonly serveSdk: ServeFile
  readonly policy: DocumentPolicy
  readonly widgetConfig: object
  readonly logger: Logger
  readonly clock: Clock
  /** Resolves if the process is ready; by default if the database responds. @throws Error with the reason. */
  readonly check?: () => Promise<void>
}

const batchMaxDefault = 100

const walletOf = (parts: ServerParts) => {
  const { stores, embeddedWallet, mailer, farcaster, sponsorship, signatures, wakeups, logger, clock } = parts
  return createEmbeddedWallet({
    ...(embeddedWallet ?? noKeys),
    ...{ stores, readProof: readDpopProof, secretHash, signatures },
    ...{ mailer, farcaster, sponsorship, wakeups, logger, clock },
  })
}

function otherRoutes(parts: ServerParts): readonly Route[] {
  const { stores, signatures, addresses, rpc, clock, onramp, logger } = parts
  const imageUrlFor = parts.images?.urls.imageUrlFor ?? unchangedImageUrl
  return [
    ...projectRoutes(parts.events, parts.unavailableFeatures, clock),
    ...walletRoutes(parts.wallets),
    ...signInRoutes({
      ...{ store: stores.signIns, sharedEmails: stores.sharedEmails, signatures, secretHash },
      ...{ mailer: parts.mailer, clock },
    }),
    ...nameRoutes({
      store: stores.names,
      signatures,
      addresses,
      chainIds: rpc.chainIds,
      services: parts.nameServices,
      zone: parts.nameZone,
      imageUrlFor,
      clock,
    }),
    ...mailboxRoutes({ store: stores.mailboxes, wakeups: parts.wakeups, clock }),
    ...smartSessionRoutes({
      store: stores.smartSessions,
      signatures,
      signing: parts.smartSessions,
      clock,
    }),
    ...chainDataRoutes({ ...parts, imageUrlFor }),
    ...rpcRoutes(rpc, parts.batchMaxCalls ?? batchMaxDefault),
    ...swapRoutes(parts.swaps, imageUrlFor),
    ...onrampRoutes({ providers: onramp, store: stores.orders, clock }),
    onrampWebhook({ providers: onramp, store: stores.orders, logger, clock }),
    ...parts.routes,
  ]
}

/** Every endpoint of `shared/api` that returns JSON, of the parts that the process serves. */
export function serverRoutes(parts: ServerParts): readonly Route[] {
  const { serves = 'all', embeddedWallet } = parts
  return [
    ...(servesEmbeddedWallet(serves) ? embeddedRoutes(walletOf(parts), embeddedWallet !== undefined) : []),
    ...(servesOthers(serves) ? otherRoutes(parts) : []),
  ]
}

/** Creates the server as a Hono app: documents, files and every endpoint of `shared/api`. */
export function createServer(parts: ServerParts): Hono<ServerEnv> {
  const { stores, clock, embeddedWallet } = parts
  const projects: FindProject = (id) => stores.projects.find(id, clock())
  return createApp({
    ...{ ...parts, routes: serverRoutes(parts), projects, check: parts.check ?? stores.check },
    ...(embeddedWallet && { socialWindow: walletOf(parts).socialWindow }),
    ...(embeddedWallet && { cancelPages: walletOf(parts).cancelPages }),
  })
}
