import type { PageConfig } from '../../wallets/page-config.ts'

export const namespaces = ['eip155', 'solana', 'polkadot'] as const
/** An ecosystem by its CAIP-2 namespace. */
export type Namespace = (typeof namespaces)[number]

/** What the shop takes of each ecosystem: its coin, and how much a visitor may choose to pay. */
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

/** The namespaces of a list of platforms, in the page's own order. */
export function namespacesOf(listed: unknown): readonly Namespace[] {
  const wanted = Array.isArray(listed) ? listed.map((name) => platforms[String(name)]) : []
  return namespaces.filter((namespace) => wanted.includes(namespace))
}

/** Every ecosystem with every network of the world, and smart sessions: what the shop offers unless its address says otherwise. */
export function everything(world: PageConfig) {
  const others = [world.solana?.id, world.polkadot?.id].filter((id) => id !== undefined)
  return {
    platforms: ['polkadot', 'ethereum', 'solana'],
    networks: [...world.chains.map(({ chainId }) => `eip155:${chainId}`), ...others],
    features: { smartSessions: true },
  }
}

/** The shop's own address in an ecosystem, where payments go. */
export function shopAddress({ accounts, solana, polkadot }: PageConfig, namespace: Namespace): string {
  const known = { eip155: accounts, solana: solana?.accounts, polkadot: polkadot?.accounts }[namespace]
  return known?.find(({ label }) => label === 'shop')?.address ?? ''
}
