import type { AccountEntry } from '../../../shared/channel/records/entries.ts'

/** Accounts of wallets in each ecosystem; the key of the Ethereum one is Anvil's first. */
export const evmAccount: AccountEntry = {
  id: 'ethereum:io.rabby:0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
  platform: 'ethereum',
  namespace: 'eip155',
  address: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
  walletName: 'Rabby',
  walletId: 'ethereum:io.rabby',
  isWalletDefault: true,
}

export const polkadotAccount: AccountEntry = {
  id: 'polkadot:talisman:5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY',
  platform: 'polkadot',
  namespace: 'polkadot',
  address: '5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY',
  walletName: 'Talisman',
  walletId: 'polkadot:talisman',
  name: 'Savings',
  type: 'sr25519',
}

export const solanaAccount: AccountEntry = {
  id: 'solana:Phantom:J4Lq4jQZVEcp4SdNrkBNjwWJtTzLPXoYFp2KzC8gkKZb',
  platform: 'solana',
  namespace: 'solana',
  address: 'J4Lq4jQZVEcp4SdNrkBNjwWJtTzLPXoYFp2KzC8gkKZb',
  walletName: 'Phantom',
  walletId: 'solana:Phantom',
}
