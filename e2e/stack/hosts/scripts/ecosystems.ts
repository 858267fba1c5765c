import type { PageConfig } from '../../wallets/page-config.ts'

export const namespaces = ['eip155', 'solana', 'polkadot'] as const
/** An ecosystem by its CAIP-2 namespace. */
export type Namespace = (typeof namespaces)[number]

/** The shop's prices per ecosystem: native currency and selectable amounts. */
export const prices: Readonly<
  Record<Namespace, { readonly symbol: string; readonly amounts: readonly string[] }>
> = {
  eip155: { symbol: 'ETH', amounts: ['0.002', '0.005', '0.01'] },
  solana: { symbol: 'SOL', amounts: ['0.05', '0.1', '0.25'] },
  polkadot: { symbol: 'ROC', amounts: ['0.5', '1', '2.5'] },
}

const platforms: Readonly<Record<string, Namespace>> = {
  ethereum: 'eip155',
  solana: 'solana',
  polkadot: 'polkadot',
}

/** Converts a list of platforms to namespaces, in the order of `namespaces`. */
export function namespacesOf(value: unknown): readonly Namespace[] {
  const requested = Array.isArray(value) ? value.map((name) => platforms[String(name)]) : []
  return namespaces.filter((namespace) => requested.includes(namespace))
}

/** The shop's default options, which its query can override: every ecosystem and network, and smart sessions. */
export function defaultOptions(world: PageConfig) {
  const others = [world.solana?.id, world.polkadot?.id].filter((id) => id !== undefined)
  return {
    platforms: ['polkadot', 'ethereum', 'solana'],
    networks: [...world.chains.map(({ chainId }) => `eip155:${chainId}`), ...others],
    features: { smartSessions: true },
  }
}

/** The shop's address in an ecosystem, which receives payments. */
export function shopAddress({ accounts, solana, polkadot }: PageConfig, namespace: Namespace): string {
  const candidates = { eip155: accounts, solana: solana?.accounts, polkadot: polkadot?.accounts }[namespace]
  return candidates?.find(({ label }) => label === 'shop')?.address ?? ''
}
