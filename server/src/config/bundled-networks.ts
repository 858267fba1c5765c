import { type Network, networkSchema } from '../../../shared/config/network.ts'
import { listOf, parseWire } from '../../../shared/wire-schema.ts'
import * as z from '../../../shared/zod.ts'
import table from '../generated/networks.json' with { type: 'json' }

/** A network with its JSON-RPC URLs for the server's calls, best first. */
export type ServedNetwork = Omit<Network, 'rpcUrls'> & { readonly rpcUrls: readonly string[] }

/** An entry of `networks` in the server's configuration; absent members keep the bundled value. */
export type NetworkSettings = {
  /** CAIP-2. */
  readonly id: string
  readonly name?: string | undefined
  readonly nativeCurrency?: Network['nativeCurrency'] | undefined
  readonly explorer?: Network['explorer']
  readonly testnet?: boolean | undefined
  readonly rpcUrls?: readonly string[] | undefined
}

/** A network with a single RPC URL is down when that node is. */
const recommendedEndpoints = 2

/**
 * The networks that a server without configuration serves, in list order, test networks last: those of `scripts/catalogue`,
 * each with one or two public RPC URLs (https, no key).
 */
export function bundledNetworks(): readonly ServedNetwork[] {
  const parsed = parseWire(listOf(networkSchema, 1_000), table)
  if (!parsed.success) throw new Error('The bundled network table does not have the expected shape')
  return parsed.data.map(({ rpcUrls = [], ...record }) => ({ ...record, rpcUrls }))
}

/**
 * The bundled networks with the operator's changes, then the operator's other networks.
 * @throws Error when a network that is not bundled has no name, currency or RPC URL.
 */
export function servedNetworks(settings: readonly NetworkSettings[]): readonly ServedNetwork[] {
  const served = new Map<string, ServedNetwork>(bundledNetworks().map((network) => [network.id, network]))
  for (const { id, ...networkSettings } of settings) {
    const bundled = served.get(id)
    const rpcUrls = networkSettings.rpcUrls ?? bundled?.rpcUrls
    const name = networkSettings.name ?? bundled?.name
    const nativeCurrency = networkSettings.nativeCurrency ?? bundled?.nativeCurrency
    if (name === undefined || nativeCurrency === undefined || rpcUrls === undefined)
      throw new Error(
        `networks must state name, nativeCurrency and rpcUrls of "${id}", which the bundled table lacks.`,
      )
    const explorer = networkSettings.explorer ?? bundled?.explorer
    const testnet = networkSettings.testnet ?? bundled?.testnet
    const record = z.parse(networkSchema, {
      ...{ id, name, nativeCurrency },
      ...(explorer && { explorer }),
      ...(testnet !== undefined && { testnet }),
    })
    served.set(id, { ...record, rpcUrls })
  }
  return [...served.values()]
}

/** Networks without a second RPC URL for failover; `doctor` lists them. */
export const singleEndpointNetworks = (networks: readonly ServedNetwork[]): readonly ServedNetwork[] =>
  networks.filter(({ rpcUrls }) => new Set(rpcUrls).size < recommendedEndpoints)
