import type { Network } from '#shared/config/network.ts'
import { networkIconUrl } from './network-icon.ts'

/** Name and icon of a network, as token icons show it. */
export const networkMark = (network: Network | undefined) =>
  network && { name: network.name, src: networkIconUrl(network) }
