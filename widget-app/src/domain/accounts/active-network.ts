import type { ChainId } from '#shared/caip/chain-id.ts'
import { type Namespace, namespaceSchema } from '#shared/caip/namespace.ts'
import type { Network } from '#shared/config/network.ts'
import { openObject, optional } from '#shared/wire-schema.ts'
import { scopedKey } from '#widget/core/storage-keys.ts'
import {
  configuredChainIdsAtom,
  configuredNamespacesAtom,
  isUnsupported,
  networkTableAtom,
  selectedNetworkAtom,
} from '#widget/domain/networks/networks.ts'
import { atom, atomFamily } from '#widget/lib/state.ts'
import { storedAtom } from '#widget/lib/storage.ts'
import { connectionsAtom, currentConnection } from './connections.ts'

const storedNamespaceSchema = optional(openObject({ namespace: namespaceSchema }))

const storedNamespaceAtom = storedAtom<{ readonly namespace: Namespace } | undefined>(
  scopedKey('activeNamespace'),
  () => storedNamespaceSchema,
  undefined,
)

/**
 * The active namespace: the last selected one while it is configured, otherwise a connected one, otherwise the host's first.
 */
export const activeNamespaceAtom = atom(
  (get): Namespace | undefined => {
    const namespaces = get(configuredNamespacesAtom)
    const stored = get(storedNamespaceAtom)?.namespace
    if (stored !== undefined && namespaces.includes(stored)) return stored
    const connections = get(connectionsAtom)
    return namespaces.find((namespace) => currentConnection(connections[namespace])) ?? namespaces[0]
  },
  (_get, set, namespace: Namespace) => set(storedNamespaceAtom, { namespace }),
)

/** The current chain of a namespace: the wallet's chain while connected, otherwise the selected one. */
export const currentChainAtom = atomFamily((namespace: Namespace) =>
  atom(
    (get): ChainId | undefined =>
      currentConnection(get(connectionsAtom)[namespace])?.chain ?? get(selectedNetworkAtom(namespace)),
  ),
)

/** The current chain of the active namespace. */
export const activeChainAtom = atom((get): ChainId | undefined => {
  const namespace = get(activeNamespaceAtom)
  return namespace === undefined ? undefined : get(currentChainAtom(namespace))
})

/** The network record of the active chain. */
export const activeNetworkAtom = atom((get): Network | undefined => {
  const chain = get(activeChainAtom)
  return chain === undefined ? undefined : get(networkTableAtom).get(chain)
})

/** Whether the connected wallet is on a chain that the host does not support. */
export const isOnUnsupportedChainAtom = atom((get): boolean => {
  const namespace = get(activeNamespaceAtom)
  const connection = namespace === undefined ? undefined : currentConnection(get(connectionsAtom)[namespace])
  return connection !== undefined && isUnsupported(connection.chain, get(configuredChainIdsAtom))
})
