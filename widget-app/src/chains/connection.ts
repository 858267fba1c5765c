import type { ChainId } from '#shared/caip/chain-id.ts'
import type { Namespace } from '#shared/caip/namespace.ts'

/** What a wallet reports about an account in addition to its address (SPEC §3: Polkadot accounts). */
export type AccountFacts = {
  readonly name?: string
  readonly type?: 'ed25519' | 'sr25519' | 'ecdsa' | 'ethereum'
  /** The only chain on which it may be used; absent: any chain. */
  readonly genesisHash?: string
}

/** Facts of accounts by address. */
export type FactsByAddress = Readonly<Record<string, AccountFacts>>

/** A live connection to one wallet in one namespace. `accounts[0]` is the account in use. */
export type Connection = {
  readonly namespace: Namespace
  /** Stable across page loads: `namespace:rdns`, or `namespace:name` for a legacy wallet. */
  readonly walletId: string
  readonly handle: string
  readonly walletName: string
  readonly icon: string | undefined
  readonly accounts: readonly [string, ...string[]]
  /** The accounts in the wallet's order, if the user selected another one in the widget. */
  readonly walletOrder?: readonly [string, ...string[]]
  /** Absent if the wallet reports none. */
  readonly facts?: FactsByAddress | undefined
  /** The chain the wallet is on now; it may be one the host has not configured. */
  readonly chain: ChainId
}
