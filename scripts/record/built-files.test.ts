import { expect, it } from 'vitest'
import { stableName } from './built-files.ts'

it.each([
  ['assets/account-view-CsAeEUEx.js', 'assets/account-view-*.js'],
  ['assets/add-network-C-dBF-8R.js', 'assets/add-network-*.js'],
  ['assets/confirm/main-BCUV6WQl.css', 'assets/confirm/main-*.css'],
  ['wallets/trust-wallet.svg', 'wallets/trust-wallet.svg'],
  ['index.html', 'index.html'],
])('name of a built file › %s › %s without its hash', (file, stable) => {
  expect(stableName(file)).toBe(stable)
})
