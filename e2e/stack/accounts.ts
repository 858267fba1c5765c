import { type Address, type Hex, keccak256, toHex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'

/** A key of the local world: derived from its label, so worthless anywhere else, and unknown to the chain nodes. */
export type DevAccount = { readonly label: string; readonly address: Address; readonly privateKey: Hex }

/** The account of a label; the same label gives the same account in every run. */
export function devAccount(label: string): DevAccount {
  const privateKey = keccak256(toHex(`drawbridge local world: ${label}`))
  return { label, privateKey, address: privateKeyToAccount(privateKey).address }
}

/** Deploys the contracts and moves the price feeds. */
export const deployer = devAccount('deployer')

/** Accounts with coins and tokens on every chain: those of the test wallets, and spare ones for tests. */
export const fundedAccounts: readonly DevAccount[] = [
  'harbour-1',
  'harbour-2',
  'lantern-1',
  // Has a name of its own, as people see; tests take those beside it, which have none.
  'lantern-2',
  'lantern-3',
  'spare-1',
  'spare-2',
  'spare-3',
  'spare-4',
  'spare-5',
  'spare-6',
  // Of the WalletConnect wallets: one for each worker of the browser tests, and one for people.
  'phone-1',
  'phone-2',
  'phone-3',
].map(devAccount)

/** Accounts without anything: one to receive, one to fail for want of gas, one of the demo shop. */
export const emptyAccounts: readonly DevAccount[] = ['recipient', 'penniless', 'shop'].map(devAccount)
