import { type AccountId, addressOf } from '../caip/account-id.ts'
import { decodeBase58 } from '../caip/base58.ts'
import { namespaceOf } from '../caip/chain-id.ts'
import type { EmbeddedAccounts } from './embedded-account.ts'

const keyLength = 32
const checksumLength = 2

/** The public key of an SS58 address, in hex; its checksum is not verified. Undefined if it has no key of 32 bytes. */
function publicKeyOf(address: string): string | undefined {
  const bytes = decodeBase58(address)
  const prefixLength = (bytes?.[0] ?? 0) < 64 ? 1 : 2
  if (bytes?.length !== prefixLength + keyLength + checksumLength) return undefined
  const key = bytes.subarray(prefixLength, prefixLength + keyLength)
  return `0x${Array.from(key, (byte) => byte.toString(16).padStart(2, '0')).join('')}`
}

/**
 * Whether a CAIP-10 account is one of a wallet, on any network. Polkadot accounts are compared by public key, because their address
 * depends on the network.
 */
export function isWalletAccount(accounts: EmbeddedAccounts, account: AccountId): boolean {
  const address = addressOf(account)
  switch (namespaceOf(account)) {
    case 'eip155':
      return accounts.eip155.toLowerCase() === address.toLowerCase()
    case 'solana':
      return accounts.solana === address
    case 'polkadot':
      return accounts.polkadot === publicKeyOf(address)
    default:
      return false
  }
}
