import type { VaultSample } from './vault-sample.ts'

const answer = () => undefined
const link = 'https://vault.wallet.example/#send.4f1c2a90-7d52-4c1e-9c0b-1f6f0a1b2c3d'
const name = 'Safari on iOS'

/** Samples of moving a wallet to another device. */
export const transferSamples = [
  { group: 'VaultTransfer', state: 'start', screen: { is: 'transfer-start', link, back: answer } },
  { group: 'VaultTransfer', state: 'number', screen: { is: 'transfer-number', number: '900050', answer } },
  { group: 'VaultTransfer', state: 'look', screen: { is: 'transfer-look', back: answer }, isOfSite: false },
  {
    group: 'VaultTransfer',
    state: 'confirm',
    screen: { is: 'transfer-confirm', name, answer },
    isOfSite: false,
  },
  { group: 'VaultTransfer', state: 'wait', screen: { is: 'transfer-wait', back: answer } },
  { group: 'VaultTransfer', state: 'enter', screen: { is: 'transfer-enter', name, answer } },
  {
    group: 'VaultTransfer',
    state: 'enter, too short',
    screen: { is: 'transfer-enter', name: 'Samsung Internet on Android', answer },
    ...{ typed: '9000', pressed: 'vault.send-button' },
  },
  { group: 'VaultTransfer', state: 'sent', screen: { is: 'transfer-sent', answer } },
] as const satisfies readonly VaultSample[]
