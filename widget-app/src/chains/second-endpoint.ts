import type { Network } from '#shared/config/network.ts'
import type { AdapterPorts } from './adapter-ports.ts'
import { createJsonRpc, type JsonRpc } from './json-rpc.ts'

/**
 * Opens a second endpoint of a network. If there is one, decimals and symbol of a token outside the bundled list count only
 * if both endpoints report the same: wrong decimals would change the amount on screen.
 */
export const secondEndpoint =
  (ports: Pick<AdapterPorts, 'fetch' | 'clock' | 'secondRpcUrl' | 'hostRpc'>) =>
  (network: Pick<Network, 'id'>): JsonRpc | undefined => {
    const url = ports.hostRpc?.(network.id) ? undefined : ports.secondRpcUrl?.(network)
    return url === undefined ? undefined : createJsonRpc(ports, url)
  }
