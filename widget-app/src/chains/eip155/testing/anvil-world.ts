import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { parseChainId } from '#shared/caip/chain-id.ts'
import { systemClock } from '#shared/channel/clock.ts'
import { rpcPolicy } from '#shared/channel/rpc-policy.ts'
import type { Network } from '#shared/config/network.ts'
import * as z from '#shared/zod.ts'
import type { AdapterPorts } from '../../adapter-ports.ts'
import type { Asset, ChainAdapter } from '../../chain-adapter.ts'
import { createAdapter } from '../adapter.ts'
import { toQuantity } from '../hex.ts'
import { type Anvil, startAnvil } from './anvil.ts'
import { type AnvilWallet, anvilWallet } from './anvil-wallet.ts'
import { deployMulticall, deployToken } from './deploy.ts'

export const multicall3 = '0xcA11bde05977b3631167028862bE2a173976CA11'

/** Two chains, one funded wallet that has the first, and the adapter over a read-only gateway. */
export type AnvilWorld = {
  readonly adapter: ChainAdapter
  readonly wallet: AnvilWallet
  readonly node: Anvil
  readonly network: Network
  readonly otherNetwork: Network
  readonly native: Asset
  /** Methods that the adapter called at the gateway. */
  readonly gatewayMethods: Set<string>
  /** Sets a method that the gateway rejects from now on; undefined: none. */
  rejectMethod(method: string | undefined): void
  stop(): Promise<void>
}

/** The same with Multicall3 and two tokens on the first chain. */
export type TokenWorld = AnvilWorld & {
  readonly token: Asset
  /** A token whose `transfer` returns nothing, like USDT. */
  readonly silentToken: Asset
}

/** An address that was never used. */
export const freshAddress = (): string => privateKeyToAccount(generatePrivateKey()).address

const networkOf = (chainId: number, node: Anvil): Network => ({
  id: parseChainId(`eip155:${chainId}`),
  name: `Test chain ${chainId}`,
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: [node.url],
})

const bodySchema = z.object({ method: z.string() })

/** Starts two nodes; `flags` are for the first. */
export async function anvilWorld(...flags: readonly string[]): Promise<AnvilWorld> {
  const [node, otherNode] = await Promise.all([startAnvil(1, ...flags), startAnvil(31_337)])
  const wallet = anvilWallet(generatePrivateKey(), [
    { chainId: 1, node },
    { chainId: 31_337, node: otherNode },
  ])
  await node.call('anvil_setBalance', wallet.account.address, toQuantity(100n * 10n ** 18n))
  const network = networkOf(1, node)
  const gatewayMethods = new Set<string>()
  let rejectedMethod: string | undefined
  const gatewayFetch: typeof fetch = async (input, init) => {
    const { method } = bodySchema.parse(JSON.parse(String(init?.body)))
    gatewayMethods.add(method)
    if (rpcPolicy(method) !== 'read') throw new Error(`The gateway would refuse ${method}`)
    const error = { code: -32601, message: 'Method not found' }
    if (method === rejectedMethod) return Response.json({ jsonrpc: '2.0', id: 1, error })
    return fetch(input, init)
  }
  const ports: AdapterPorts = {
    transport: wallet,
    rpcUrl: (requested) => (requested.id === network.id ? node.url : otherNode.url),
    fetch: gatewayFetch,
    clock: systemClock,
    pollIntervalMs: 20,
  }
  return {
    adapter: createAdapter(ports),
    wallet,
    node,
    network,
    otherNetwork: networkOf(31_337, otherNode),
    native: { chain: network.id, address: undefined, symbol: 'ETH', name: 'Ether', decimals: 18 },
    gatewayMethods,
    rejectMethod: (method) => {
      rejectedMethod = method
    },
    stop: async () => {
      await Promise.all([node.stop(), otherNode.stop()])
    },
  }
}

/** Starts two nodes and deploys the contracts on the first. */
export async function tokenWorld(): Promise<TokenWorld> {
  const world = await anvilWorld()
  const { node, native, wallet } = world
  const { address } = wallet.account
  try {
    await node.call('anvil_setCode', multicall3, await deployMulticall(node))
    const usdc: Asset = { ...native, symbol: 'USDC', name: 'USD Coin', decimals: 6 }
    const usdt: Asset = { ...native, symbol: 'USDT', name: 'Tether', decimals: 6 }
    const token = await deployToken(node, usdc, address, 'token', 'tokenArtefact')
    const silentToken = await deployToken(node, usdt, address, 'no-return-token', 'noReturnTokenArtefact')
    return { ...world, token, silentToken }
  } catch (error) {
    await world.stop()
    throw error
  }
}
