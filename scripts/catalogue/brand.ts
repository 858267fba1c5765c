import type { RecordAddress } from './wallet-record.ts'

/** Ecosystems that the catalogue covers. */
export type Ecosystem = 'eip155' | 'solana' | 'polkadot'

/**
 * What an editor decides about one wallet: which source records are the same brand, and public facts that no
 * source package states. Sources come in order: the first gives the name, the icon and, first of all, the links.
 */
export type Brand = {
  /** Lasting slug: it is `id` and `image_id` on the wire and may stand in a host's `featuredWalletIds`. */
  readonly id: string
  readonly from: readonly RecordAddress[]
  readonly name?: string
  /** Ecosystems beyond those whose source package lists the wallet. */
  readonly also?: readonly Ecosystem[]
  /** EVM chains, when the wallet is not made for the usual ones. */
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
