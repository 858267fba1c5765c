import type { Namespace } from '#shared/caip/namespace.ts'
import { texts } from '#shared/errors/codes.ts'
import { WidgetError } from '#shared/errors/widget-error.ts'
import type { AdapterModule, AdapterPorts } from './adapter-ports.ts'
import type { ChainAdapter, ChainManifest } from './chain-adapter.ts'
import { eip155Manifest } from './eip155/manifest.ts'
import { polkadotManifest } from './polkadot/manifest.ts'
import { solanaManifest } from './solana/manifest.ts'
import type { SessionSource, SessionSourceOptions, SessionSourcePorts } from './walletconnect-source.ts'

/** A namespace: its manifest, and how to load its adapter. */
export type ChainEntry = {
  readonly manifest: ChainManifest
  readonly load: () => Promise<AdapterModule>
}

/** The namespaces that this build supports. */
export const registry: Readonly<Partial<Record<Namespace, ChainEntry>>> = {
  eip155: { manifest: eip155Manifest, load: () => import('./eip155/adapter.ts') },
  solana: { manifest: solanaManifest, load: () => import('./solana/adapter.ts') },
  polkadot: { manifest: polkadotManifest, load: () => import('./polkadot/adapter.ts') },
}

/** Loads the source of WalletConnect wallets. */
export const loadSessionSource = async (
  options: SessionSourceOptions,
  ports: SessionSourcePorts,
): Promise<SessionSource> =>
  (await import('./walletconnect/start-session-source.ts')).startSessionSource(options, ports)

/**
 * The value, if it is defined; `what` names it for developers.
 * @throws WidgetError `chain/unsupported` ('Unsupported chain', SPEC §5) if it is missing.
 * @example required(adapter.send, 'send')
 */
export function required<T>(member: T | undefined, what: string): T {
  if (member !== undefined) return member
  throw new WidgetError('chain/unsupported', texts.unsupportedChain, { data: { what } })
}

/** Loads each namespace's adapter once, with the given ports; a failed load is retried at the next call. */
export function adapterLoader(ports: AdapterPorts): (namespace: Namespace) => Promise<ChainAdapter> {
  const loaded = new Map<Namespace, Promise<ChainAdapter>>()
  return async (namespace) => {
    const cached = loaded.get(namespace)
    if (cached !== undefined) return cached
    const loading = required(registry[namespace], namespace)
      .load()
      .then((module) => module.createAdapter(ports))
    loaded.set(namespace, loading)
    loading.catch(() => loaded.delete(namespace))
    return loading
  }
}
