import { type ChainId, chainIdSchema, namespaceOf } from '#shared/caip/chain-id.ts'
import { type Namespace, namespaceSchema } from '#shared/caip/namespace.ts'
import { type Network, networkSchema } from '#shared/config/network.ts'
import { custom, listOf, parseWire } from '#shared/wire-schema.ts'
import { deployConfigAtom, hostConfigAtom } from '#widget/core/config.ts'
import { portsAtom } from '#widget/core/ports.ts'
import { scopedKey } from '#widget/core/storage-keys.ts'
import { atom, atomFamily } from '#widget/lib/state.ts'
import { storedAtom } from '#widget/lib/storage.ts'
import { namespacesOf } from './platforms.ts'
import { sanitizeNetwork } from './sanitize-asset.ts'

/**
 * Networks of a host that configures none, by namespace. DOT moved from Polkadot's relay chain to its Asset Hub in November
 * 2025.
 */
export const defaultNetworks: { readonly [Name in Namespace]?: string } = {
  eip155: 'eip155:1',
  solana: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  polkadot: 'polkadot:68d56f15f85d3136970ec16946040bc1',
}

/** Namespaces that the host configures. */
export const configuredNamespacesAtom = atom((get) => namespacesOf(get(hostConfigAtom)))

/** Ids of the networks that the host supports, in its order; available before any table is loaded. */
export const configuredChainIdsAtom = atom((get): readonly ChainId[] => {
  const config = get(hostConfigAtom)
  const namespaces = get(configuredNamespacesAtom)
  const hostChainIds = config.networks
    .map((network) => (typeof network === 'string' ? network : network.id))
    .filter((id) => namespaces.includes(namespaceOf(id)))
  const missing = namespaces.filter((namespace) => !hostChainIds.some((id) => namespaceOf(id) === namespace))
  const added = missing.flatMap((namespace) => {
    const id = parseWire(chainIdSchema, defaultNetworks[namespace])
    return id.success ? [id.data] : []
  })
  return [...new Set([...hostChainIds, ...added])]
})

/** Whether a chain is none of the host's networks. */
export const isUnsupported = (chain: ChainId, configured: readonly ChainId[]): boolean =>
  !configured.includes(chain)

const networkTable = listOf(networkSchema, 1_000)
const bundledTableAtom = atom<readonly Network[] | undefined>(undefined)
/** The table is loaded, cannot be loaded, or takes longer than this: chains that it lacks so far count as unknown. */
const isSettledAtom = atom(false)
const tableTimeoutMs = 8_000

/**
 * Loads the bundled network table once; after a failure only the deployment's networks remain, and the next call tries
 * again.
 */
export const loadNetworksAtom = atom(null, async (get, set): Promise<void> => {
  if (get(bundledTableAtom)) return
  const { bundled, clock, log } = get(portsAtom)
  const stopTimer = clock.after(tableTimeoutMs, () => set(isSettledAtom, true))
  try {
    const table = parseWire(networkTable, await bundled.networks())
    if (!table.success) throw new Error('It does not have the expected shape')
    set(bundledTableAtom, table.data)
  } catch (cause) {
    log('The bundled network table could not be loaded', cause)
  } finally {
    stopTimer()
    set(isSettledAtom, true)
  }
})

/**
 * The records of all networks, by id. The deployment's record overrides the bundled one, and both override the host's: a
 * host must not rename a known chain or its currency. Its records are therefore used only once the bundled table is loaded.
 * The first subscriber loads that table, which is not needed before a wallet is connected.
 */
export const networkTableAtom = atom(
  (get): ReadonlyMap<ChainId, Network> => {
    const hostNetworks = get(hostConfigAtom)
      .networks.filter((network) => typeof network !== 'string')
      .map(sanitizeNetwork)
    const bundled = get(bundledTableAtom)
    const layers = [...(bundled ? [...hostNetworks, ...bundled] : []), ...get(deployConfigAtom).networks]
    return new Map(layers.map((network) => [network.id, network]))
  },
  (_get, set) => {
    void set(loadNetworksAtom)
  },
)
networkTableAtom.onMount = (load) => load()

/** Whether a chain has no record: loading the bundled table has finished or failed, and no record describes the chain. */
export const isUnknownNetworkAtom = atomFamily((id: ChainId) =>
  atom((get): boolean => !get(networkTableAtom).has(id) && get(isSettledAtom)),
)

/** Whether none of the host's networks has a record. */
export const hasNoNetworkRecordAtom = atom((get): boolean =>
  get(configuredChainIdsAtom).every((id) => get(isUnknownNetworkAtom(id))),
)

/** One network by id; undefined while the table is loading and for chains without a record. */
export const networkAtom = atomFamily((id: ChainId) => atom((get) => get(networkTableAtom).get(id)))

/**
 * One network as the deployment or the bundled table describes it; undefined while that is loading, and for a host-defined
 * one.
 */
export const bundledNetworkAtom = atomFamily((id: ChainId) =>
  atom((get): Network | undefined =>
    [...get(deployConfigAtom).networks, ...(get(bundledTableAtom) ?? [])].find((one) => one.id === id),
  ),
)

/** Whether only the host describes a network; false while the bundled table is loading. */
export const isHostDefinedNetworkAtom = atomFamily((id: ChainId) =>
  atom((get): boolean => {
    const bundled = get(bundledTableAtom)
    const hasRecord = get(networkTableAtom).has(id)
    return (
      hasRecord &&
      bundled !== undefined &&
      ![...bundled, ...get(deployConfigAtom).networks].some((one) => one.id === id)
    )
  }),
)

/** The records of the host's networks. */
export const configuredNetworksAtom = atom((get): readonly Network[] => {
  const table = get(networkTableAtom)
  return get(configuredChainIdsAtom).flatMap((id) => table.get(id) ?? [])
})

type SelectedNetworks = { readonly [Name in Namespace]?: ChainId }
const selectedNetworksSchema = custom<SelectedNetworks>(
  (value) =>
    typeof value === 'object' &&
    value !== null &&
    Object.entries(value).every(([name, id]) => namespaceSchema.fits(name) && chainIdSchema.fits(id)),
)
const storedSelectionAtom = storedAtom<SelectedNetworks>(
  scopedKey('chosenNetworks'),
  () => selectedNetworksSchema,
  {},
)

/** The selected network of a namespace: the user's selection while the host supports it, otherwise the host's default. */
export const selectedNetworkAtom = atomFamily((namespace: Namespace) =>
  atom(
    (get): ChainId | undefined => {
      const configured = get(configuredChainIdsAtom).filter((id) => namespaceOf(id) === namespace)
      const candidates = [
        get(storedSelectionAtom)[namespace],
        get(hostConfigAtom).defaultNetwork,
        configured[0],
      ]
      return candidates.find((id) => id !== undefined && configured.includes(id))
    },
    (_get, set, id: ChainId) => set(storedSelectionAtom, (selected) => ({ ...selected, [namespace]: id })),
  ),
)
