import { expect, it } from 'vitest'
import { vaultLocation } from './vault-location.ts'

it.each([
  ['https://wallet.example', undefined, 'https://vault.wallet.example', 'wallet.example'],
  ['https://wallet.example:8443', undefined, 'https://vault.wallet.example:8443', 'wallet.example'],
  ['http://localhost:8787', undefined, 'http://vault.localhost:8787', 'vault.localhost'],
  ['https://wallet.example', 'https://keys.wallet.example', 'https://keys.wallet.example', 'wallet.example'],
  ['https://wallet.example', 'https://keys.example', 'https://keys.example', 'keys.example'],
  [
    'https://wallet.example',
    'https://evilwallet.example',
    'https://evilwallet.example',
    'evilwallet.example',
  ],
])('widget at %s, vaultUrl %s › %s, relying party %s', (publicUrl, vaultUrl, origin, rpId) => {
  expect(vaultLocation({ publicUrl, embeddedWallet: { vaultUrl } })).toEqual({
    origin,
    rpId,
  })
})
