import type { Namespace } from '#shared/caip/namespace.ts'
import type { AccountEntry } from '#shared/channel/records/entries.ts'
import type { HostConfig } from '#shared/config/host-config.ts'

/** A platform of the wallet-aggregation layer (SPEC §1, §3). */
export type Platform = AccountEntry['platform']

const namespaceByPlatform = {
  ethereum: 'eip155',
  solana: 'solana',
  polkadot: 'polkadot',
} as const satisfies Record<Platform, Namespace>

/** The chain namespace of a platform. */
const namespaceOfPlatform = (platform: Platform): Namespace => namespaceByPlatform[platform]

/** The platform of a namespace, or undefined if the aggregation layer has none. */
export function platformOf(namespace: Namespace): Platform | undefined {
  switch (namespace) {
    case 'eip155':
      return 'ethereum'
    case 'solana':
    case 'polkadot':
      return namespace
    default:
      return undefined
  }
}

/** Namespaces that a host configures, in its order, each once. */
export const namespacesOf = (config: HostConfig): readonly Namespace[] => [
  ...new Set(config.platforms.map(namespaceOfPlatform)),
]
