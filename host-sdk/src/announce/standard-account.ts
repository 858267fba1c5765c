import { decodeBase58 } from '../../../shared/caip/base58.ts'
import type { AccountEntry } from '../../../shared/channel/records/entries.ts'
import type { Drawbridge } from '../drawbridge.ts'
import { accountsOf } from './connect-platform.ts'

/** Clusters of the Wallet Standard. Only the wallet itself knows for which of them it can sign. */
export const standardChains = Object.freeze([
  'solana:mainnet',
  'solana:devnet',
  'solana:testnet',
  'solana:localnet',
] as const)

/** An account of the Wallet Standard. */
export type StandardAccount = {
  readonly address: string
  readonly publicKey: Uint8Array
  readonly chains: readonly string[]
  readonly features: readonly string[]
  readonly label?: string
}

const toStandardAccount = ({ address, name }: AccountEntry, features: readonly string[]): StandardAccount =>
  Object.freeze({
    address,
    publicKey: decodeBase58(address) ?? new Uint8Array(),
    chains: standardChains,
    features,
    ...(name && { label: name }),
  })

/**
 * Creates a getter for the Solana accounts of a bridge as the Wallet Standard requires: an account is the same object while
 * it is connected, and so is the list while nothing in it changes.
 */
export function createAccountsGetter(bridge: Drawbridge, features: readonly string[]) {
  let byId = new Map<string, StandardAccount>()
  let last: readonly StandardAccount[] = []
  return (): readonly StandardAccount[] => {
    const entries = accountsOf(bridge, 'solana')
    byId = new Map(
      entries.map((entry) => [entry.id, byId.get(entry.id) ?? toStandardAccount(entry, features)]),
    )
    const present = [...byId.values()]
    const isSame = present.length === last.length && present.every((account, at) => account === last[at])
    if (!isSame) last = Object.freeze(present)
    return last
  }
}
