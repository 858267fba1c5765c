import { once } from 'node:events'
import { createAdaptorServer } from '@hono/node-server'
import { decodeFunctionData, encodeFunctionResult, numberToHex, parseAbi } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import * as z from '../../../../../shared/zod.ts'
import {
  createFarcasterRegistries,
  farcasterAddresses,
} from '../../../adapters/farcaster/farcaster-registries.ts'
import { createFarcasterRelay } from '../../../adapters/farcaster/farcaster-relay.ts'
import { createFarcasterPhone, type FarcasterAccount } from '../../../adapters/farcaster/testing/phone.ts'
import { createRelayApp } from '../../../adapters/farcaster/testing/relay-app.ts'
import { createOutbound } from '../../../adapters/outbound/outbound.ts'
import { createSignatureVerifier } from '../../../adapters/signatures/signatures.ts'
import { NodeErrorResponse, scriptedRpc } from '../../../chain-clients/testing/node-rpc.ts'
import type { ChainRpc } from '../../../ports/rpc.ts'
import { systemTimers } from '../../../vendor-clients/timers.ts'
import { farcasterReadIntervalMs } from '../farcaster.ts'
import { farcasterChain } from '../farcaster-message.ts'
import type { EmbeddedClient } from './embedded-client.ts'
import { openEmbeddedWorld, site } from './embedded-world.ts'

const phoneKey = 'key-of-the-phones'
const appOrigin = 'https://farcaster.xyz'
const widgetOrigin = 'https://wallet.example'

const abi = parseAbi([
  'function idOf(address custody) view returns (uint256 fid)',
  'function keyDataOf(uint256 fid, bytes key) view returns ((uint8 state, uint32 keyType) data)',
])
const callSchema = z.looseObject({ to: z.optional(z.string()), data: z.custom<`0x${string}`>() })
const addressSchema = z.object({ port: z.int() })
const begunSchema = z.looseObject({ id: z.string(), url: z.string() })

/** OP Mainnet with Farcaster's registries, in memory. It has no contract accounts. */
export function createMemoryRegistries() {
  const fids = new Map<string, number>()
  let isDown = false
  const rpc = scriptedRpc([farcasterChain], ({ method, params = [] }) => {
    if (isDown) throw new NodeErrorResponse(-32_603, 'no node answers', { reason: 'network' })
    if (method === 'eth_blockNumber') return '0x10'
    const { to, data } = z.parse(callSchema, Array.isArray(params) ? params[0] : undefined)
    // The validator of contract signatures, which finds no contract.
    if (to === undefined) return '0x00'
    const call = decodeFunctionData({ abi, data })
    if (call.functionName === 'idOf')
      return numberToHex(fids.get(call.args[0].toLowerCase()) ?? 0, { size: 32 })
    const result = { state: 0, keyType: 0 }
    return encodeFunctionResult({ abi, functionName: 'keyDataOf', result })
  })
  return {
    rpc,
    setOwner: (fid: number, address: string) => {
      for (const [owner, owned] of fids) if (owned === fid) fids.delete(owner)
      fids.set(address.toLowerCase(), fid)
    },
    setDown: (down: boolean) => {
      isDown = down
    },
  }
}

/** A new key, as the custody address of an account. */
export function createFarcasterAccount(fid: number, username?: string): FarcasterAccount {
  const { address, signMessage } = privateKeyToAccount(generatePrivateKey())
  const account = { fid, address, sign: (message: string) => signMessage({ message }) }
  return username === undefined ? account : { ...account, username }
}

/**
 * A server with embedded wallets and Sign in with Farcaster, a relay on loopback, and the user's phone.
 * @param relayUrl another relay.
 */
export async function openFarcasterWorld(rpc: ChainRpc, relayUrl?: string) {
  const relay = createRelayApp(appOrigin, phoneKey)
  const relayServer = createAdaptorServer({ fetch: relay.app.fetch })
  relayServer.listen(0, '127.0.0.1')
  await once(relayServer, 'listening')
  const ownRelayUrl = `http://127.0.0.1:${z.parse(addressSchema, relayServer.address()).port}`
  const url = relayUrl ?? ownRelayUrl
  const outbound = createOutbound({ allowedPrivate: ['127.0.0.0/8'], allowedOrigins: [url], ports: [] })
  const world = await openEmbeddedWorld({
    parts: {
      signatures: createSignatureVerifier(rpc),
      farcaster: {
        widgetOrigin,
        relay: createFarcasterRelay({ outbound, timers: systemTimers, timeoutMs: 1_000 }, { url, appOrigin }),
        registries: createFarcasterRegistries(rpc, {
          chainId: farcasterChain,
          ...farcasterAddresses,
        }),
      },
    },
  })

  return {
    ...world,
    relay,
    phone: createFarcasterPhone({ relayUrl: ownRelayUrl, phoneKey, now: world.server.now }),
    /** Begins a login, which must succeed. */
    begin: async (client: EmbeddedClient) => {
      const { status, body } = await client.call('POST', '/farcaster', { body: { site } })
      if (status !== 200) throw new Error(`The attempt has failed: ${JSON.stringify(body)}`)
      return z.parse(begunSchema, body)
    },
    /** Reads a login, once the channel may be read again. */
    poll: (client: EmbeddedClient, id: string) => {
      world.server.advance(farcasterReadIntervalMs)
      return client.call('GET', `/farcaster/${id}`)
    },
    close: async () => {
      await world.server.close()
      await outbound.close()
      relayServer.close()
    },
  }
}

export type FarcasterWorld = Awaited<ReturnType<typeof openFarcasterWorld>>
