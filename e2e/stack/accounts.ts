import { type Address, type Hex, keccak256, toHex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'

/** A test account. Its key is derived from the label, so it has no value elsewhere; chain nodes do not have it. */
export type DevAccount = { readonly label: string; readonly address: Address; readonly privateKey: Hex }

/** Derives the account of a label. The same label gives the same account in every run. */
export function devAccount(label: string): DevAccount {
  const privateKey = keccak256(toHex(`drawbridge local world: ${label}`))
  return { label, privateKey, address: privateKeyToAccount(privateKey).address }
}

/** Deploys the contracts and moves the price feeds. */
export const deployer = devAccount('deployer')

/** Accounts with native currency and tokens on every chain: those of the test wallets, and spare ones for tests. */
export const fundedAccounts: readonly DevAccount[] = [
  'harbour-1',
  'harbour-2',
  'lantern-1',
  // Has a registered name, for manual testing. Tests use the accounts around it, which have none.
  'lantern-2',
  'lantern-3',
  'spare-1',
  'spare-2',
  'spare-3',
  'spare-4',
  'spare-5',
  'spare-6',
  // For the mobile wallets: one for each worker of the browser tests, and one for manual testing.
  'phone-1',
  'phone-2',
  'phone-3',
].map(devAccount)

/** Empty accounts: a recipient, one that cannot pay for gas, and the demo shop's. */
export const emptyAccounts: readonly DevAccount[] = ['recipient', 'penniless', 'shop'].map(devAccount)
