import type { Hono } from 'hono'
import { createOutbound } from '#server/adapters/outbound/outbound.ts'
import { createRpcService } from '#server/adapters/sponsorship/rpc-service.ts'
import type { Sponsorship } from '#server/ports/sponsorship.ts'
import { systemTimers } from '#server/vendor-clients/timers.ts'
import type { ServerEnv } from '#server/web/server-env.ts'
import type { RunningChain } from '../chains/running-chain.ts'
import type { Disposer } from '../disposer.ts'
import { seedSponsor } from './entry-point.ts'
import { createSponsorApp } from './sponsor-app.ts'

/** The one network on which the operator of the local world pays fees. */
const sponsoredChainId = 8453

/** Path of the bundler and the paymaster service on the widget's site. */
export const sponsorPath = '/__sponsor'

/** Who pays, as users of the local world see it. */
export const sponsorName = 'Local operator'

/** Bundler and paymaster service of the local world, and what the server uses of them. */
export type LocalSponsor = {
  readonly chainId: string
  readonly app: Hono<ServerEnv>
  /** @param origin of the site with the services, as this process reaches it. */
  readonly createSponsorship: (origin: string, lifetime: Disposer) => Sponsorship
}

/** Installs the EntryPoint and a paymaster on one of the chains, and creates their services. */
export async function createLocalSponsor(chains: readonly RunningChain[]): Promise<LocalSponsor> {
  const chain = chains.find(({ plan }) => plan.chainId === sponsoredChainId)
  if (chain === undefined) throw new Error(`There is no chain ${sponsoredChainId}`)
  const { app } = await createSponsorApp(chain, await seedSponsor(chain.plan, chain.rpcUrl))
  const chainId = `eip155:${sponsoredChainId}`
  return {
    chainId,
    app,
    createSponsorship: (origin, lifetime) => {
      const outbound = createOutbound({
        ...{ allowedOrigins: [origin], allowedPrivate: ['0.0.0.0/0'], ports: [] },
      })
      lifetime.defer(outbound.close)
      const connection = { outbound, timers: systemTimers }
      const service = createRpcService(connection, {
        ...{ vendor: 'Local sponsor', url: `${origin}${sponsorPath}/rpc` },
      })
      const network = { chainId, bundler: service, paymaster: service, paymasterContext: {} }
      return { networks: [{ ...network, operationsPerDay: 10_000 }], operationsPerUserPerDay: 1_000 }
    },
  }
}
