import type { RecordAddress } from './wallet-record.ts'

/** Ecosystems that the catalogue covers. */
export type Ecosystem = 'eip155' | 'solana' | 'polkadot'

/**
 * Editorial data of one wallet: which source records are the same brand, and public facts that no source package states.
 * Sources are in order of priority: the first provides the name, the icon and the first links.
 */
export type Brand = {
  /** Permanent slug: `id` and `image_id` on the wire; a host may have it in `featuredWalletIds`. */
  readonly id: string
  readonly from: readonly RecordAddress[]
  readonly name?: string
  /** Ecosystems in addition to those whose source package lists the wallet. */
  readonly also?: readonly Ecosystem[]
  /** EVM chains, if the wallet does not support the usual ones. */
  readonly evmChains?: readonly number[]
  readonly homepage?: string
  readonly chromeStoreId?: string
  readonly rdns?: string
  readonly mobileLink?: string
  readonly webappLink?: string
  /** Key in `window.injectedWeb3`. */
  readonly extensionId?: string
  /** Tile colour behind an icon with transparent parts. */
  readonly tile?: string
}

const rk = (key: string) => ['rainbowkit', key] as const
const sol = (key: string) => ['solana', key] as const
const luno = (key: string) => ['luno', key] as const
const w3i = (key: string) => ['web3icons', key] as const

/** Short names of the sources, for the brand table. */
export const source = { rk, sol, luno, w3i }
