import { randomBytes } from 'node:crypto'
import type { HttpBindings } from '@hono/node-server'
import { type Context, Hono } from 'hono'
import {
  createFarcasterRegistries,
  farcasterAddresses,
} from '#server/adapters/farcaster/farcaster-registries.ts'
import { createFarcasterRelay } from '#server/adapters/farcaster/farcaster-relay.ts'
import { createRelayApp } from '#server/adapters/farcaster/testing/relay-app.ts'
import { createOutbound } from '#server/adapters/outbound/outbound.ts'
import { farcasterChain } from '#server/core/embedded/farcaster-message.ts'
import type { FarcasterPeers } from '#server/ports/farcaster.ts'
import type { ChainRpc } from '#server/ports/rpc.ts'
import { systemTimers } from '#server/vendor-clients/timers.ts'
import * as z from '#shared/zod.ts'
import type { RunningChain } from '../chains/running-chain.ts'
import type { Disposer } from '../disposer.ts'
import type { Stack } from '../stack-file.ts'
import { createFarcasterPhones, type FarcasterPhones } from './phones.ts'

/** Path of the relay on the site of the services whose accounts log in. */
export const farcasterRelayPath = '/farcaster'

/** The chain that stands for OP Mainnet, which no page configures. */
const standInChainId = 31_337

/** Calls of OP Mainnet go to the local chain that has Farcaster's registries. */
export const withFarcasterChain = (rpc: ChainRpc): ChainRpc => ({
  ...rpc,
  send: (chainId, calls, options) =>
    rpc.send(chainId === farcasterChain ? `eip155:${standInChainId}` : chainId, calls, options),
})

/** Farcaster's relay and phones, and what the server uses of Farcaster. */
export type LocalFarcaster = {
  readonly relayApp: ReturnType<typeof createFaultyRelay>
  readonly phones: FarcasterPhones
  /** @param rpc of `withFarcasterChain`. */
  readonly createPeers: (rpc: ChainRpc) => FarcasterPeers
}

const answerSchema = z.looseObject({ username: z.optional(z.string()) })

/** Reads of an answer that fail for an account of `isRelayDownFor`. */
const failingReads = 3

const isRelayDownFor = (username: string | undefined): boolean => username?.startsWith('down-') === true

/** The relay, which responds with 503 to the first reads of an answer by an account whose name starts with `down-`. */
function createFaultyRelay(...parameters: Parameters<typeof createRelayApp>) {
  const remaining = new Map<string, number>()
  const tokenOf = (c: Context) => c.req.header('authorization') ?? ''
  const app = new Hono<{ Bindings: HttpBindings }>()
  app.use('/v1/channel/authenticate', async (c, next) => {
    const answer = answerSchema.safeParse(await c.req.json())
    if (answer.success && isRelayDownFor(answer.data.username)) remaining.set(tokenOf(c), failingReads)
    return next()
  })
  app.use('/v1/channel/status', async (c, next) => {
    const left = remaining.get(tokenOf(c)) ?? 0
    if (left === 0) return next()
    remaining.set(tokenOf(c), left - 1)
    return c.json({ error: 'Internal error' }, 503)
  })
  app.route('/', createRelayApp(...parameters).app)
  return app
}

/** Creates Farcaster's relay, and phones with accounts on a local chain. */
export function createLocalFarcaster(
  { identity, widget }: Stack,
  chains: readonly RunningChain[],
  lifetime: Disposer,
): LocalFarcaster {
  const chain = chains.find(({ plan }) => plan.chainId === standInChainId)
  if (chain === undefined) throw new Error('There is no chain for Farcaster')
  const phoneKey = randomBytes(16).toString('hex')
  const relayUrl = `${identity.loopback}${farcasterRelayPath}`
  const outbound = createOutbound({
    allowedOrigins: [identity.loopback],
    allowedPrivate: ['127.0.0.0/8'],
  })
  lifetime.defer(outbound.close)
  return {
    relayApp: createFaultyRelay(identity.origin, phoneKey),
    phones: createFarcasterPhones({ chain, relayUrl, phoneKey }),
    createPeers: (rpc) => ({
      widgetOrigin: widget.origin,
      relay: createFarcasterRelay(
        { outbound, timers: systemTimers },
        { url: relayUrl, appOrigin: identity.origin },
      ),
      registries: createFarcasterRegistries(rpc, { chainId: farcasterChain, ...farcasterAddresses }),
    }),
  }
}
