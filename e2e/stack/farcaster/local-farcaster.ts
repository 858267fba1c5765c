import { randomBytes } from 'node:crypto'
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
  readonly relayApp: ReturnType<typeof createRelayApp>['app']
  readonly phones: FarcasterPhones
  /** @param rpc of `withFarcasterChain`. */
  readonly createPeers: (rpc: ChainRpc) => FarcasterPeers
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
    relayApp: createRelayApp(identity.origin, phoneKey).app,
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
