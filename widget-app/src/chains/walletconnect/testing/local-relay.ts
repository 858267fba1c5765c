import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import * as z from '#shared/zod.ts'

/** A fault of the relay, if any. */
type RelayFault =
  | { readonly is: 'none' | 'silent' | 'dropping' }
  | { readonly is: 'slow'; readonly delayMs: number }
  | { readonly is: 'refusing'; readonly how: { readonly status: number } | { readonly reason: string } }

/** The relay of the local world. */
export type LocalRelay = {
  readonly url: string
  /** Applies to the clients of a project, or to all. */
  readonly setFault: (fault: RelayFault, project?: string) => void
  readonly cut: () => void
  /** Number of frames that a project's fault holds back. */
  readonly blockedOf: (project: string) => number
  readonly counts: () => { readonly blocked: number; readonly rejected: number }
  readonly kill: () => Promise<void>
  readonly restart: (memory?: 'kept' | 'forgetful') => Promise<void>
  readonly stop: () => Promise<void>
}

type Decision =
  | { readonly is: 'approve'; readonly afterMs?: number }
  | { readonly is: 'reject'; readonly code?: number; readonly message?: string }
  | { readonly is: 'ignore' }

/** Namespaces of a session as a wallet names them (CAIP-25). */
export type Namespaces = Readonly<
  Record<string, Readonly<Record<'chains' | 'accounts' | 'methods' | 'events', readonly string[]>>>
>

/** What the user of the wallet does. */
export type Script = {
  readonly proposals?:
    | Exclude<Decision, { is: 'approve' }>
    | {
        readonly is: 'approve'
        readonly only?: readonly string[]
        readonly alsoAccounts?: Readonly<Record<string, readonly string[]>>
        /** Approved as they are, requested or not. */
        readonly namespaces?: Namespaces
      }
  readonly signIns?:
    | Exclude<Decision, { is: 'approve' }>
    | { readonly is: 'unknown' }
    | {
        readonly is: 'approve'
        readonly chains?: readonly string[]
        readonly as?: { readonly domain?: string; readonly nonce?: string; readonly exp?: string }
      }
  readonly requests?: Decision
  readonly methods?: Readonly<Record<string, Decision>>
}

export type WalletKeys = {
  readonly eip155?: { readonly keys: readonly string[]; readonly rpcUrls: Readonly<Record<string, string>> }
  readonly solana?: { readonly keys: readonly string[]; readonly rpcUrls: Readonly<Record<string, string>> }
  readonly polkadot?: {
    readonly keys: readonly string[]
    readonly ss58Prefixes: Readonly<Record<string, number>>
  }
}

/** A wallet built with the official kit, in its own thread. */
export type KitWallet = {
  readonly addresses: Readonly<Record<string, readonly string[]>>
  readonly prompts: readonly {
    readonly is: 'proposal' | 'sign-in' | 'request'
    readonly method?: string
    readonly chainId?: string
    readonly params?: unknown
    /** The text to sign. */
    readonly message?: string
    readonly site?: { readonly name: string; readonly url: string }
    readonly required?: unknown
    readonly optional?: unknown
  }[]
  readonly sessions: () => readonly { readonly topic: string; readonly accounts: readonly string[] }[]
  readonly blockedHosts: readonly string[]
  readonly script: (script: Script) => Promise<void>
  readonly pair: (uri: string) => Promise<void>
  readonly respondToWaiting: () => Promise<void>
  readonly deleteSessions: () => Promise<void>
  readonly changeAccount: (namespace: string, at: number) => Promise<void>
  readonly changeChain: (chainId: string) => Promise<void>
  readonly updateNamespaces: (only: readonly string[], namespaces?: Namespaces) => Promise<void>
  readonly stop: () => Promise<void>
}

const isFunction = (value: unknown) => typeof value === 'function'
const procedure = <Run>() => z.custom<Run>(isFunction)

// Relay and wallets belong to the local world, which is not part of the widget, so they are loaded by file path.
const localWorldFolder = fileURLToPath(new URL('../../../../../e2e/stack/walletconnect', import.meta.url))
const importFromWorld = async <Module extends z.ZodMiniType>(
  file: string,
  module: Module,
): Promise<z.output<Module>> => {
  const loaded: unknown = await import(/* @vite-ignore */ pathToFileURL(join(localWorldFolder, file)).href)
  return z.parse(module, { ...z.parse(z.record(z.string(), z.unknown()), loaded) })
}

const relayModule = z.object({ startRelay: procedure<() => Promise<LocalRelay>>() })
const walletModule = z.object({
  createWalletConnectWallet:
    procedure<
      (setup: {
        readonly relayUrl: string
        readonly name: string
        readonly accounts: WalletKeys
      }) => Promise<KitWallet>
    >(),
})
const guardModule = z.object({
  blockExternalNetwork: procedure<(onHost: (host: string) => void) => () => void>(),
})

/** Starts a relay on a free loopback port. */
export const startLocalRelay = async (): Promise<LocalRelay> =>
  (await importFromWorld('relay.ts', relayModule)).startRelay()

/** Starts a wallet that is connected to a relay. */
export const startKitWallet = async (
  relay: LocalRelay,
  accounts: WalletKeys,
  name = 'Petrel Wallet',
): Promise<KitWallet> =>
  (await importFromWorld('wallet.ts', walletModule)).createWalletConnectWallet({
    relayUrl: relay.url,
    name,
    accounts,
  })

/**
 * Blocks this thread's connections to other machines and reports each such host; returns a function that removes the block.
 */
export const blockExternalHosts = async (onHost: (host: string) => void): Promise<() => void> =>
  (await importFromWorld('block-external-network.ts', guardModule)).blockExternalNetwork(onHost)
