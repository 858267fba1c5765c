import { encodeAddress } from '@polkadot/util-crypto/address'
import { expect, it } from 'vitest'
import { accountId } from '#shared/caip/account-id.ts'
import { parseChainId } from '#shared/caip/chain-id.ts'
import { provedEmail } from './proved-email.ts'
import { testAccount, testToken, testWalletAccount } from './testing/embedded-server.ts'

const ethereum = parseChainId('eip155:1')
const solana = parseChainId('solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp')
const polkadot = parseChainId('polkadot:91b171bb158e2d3848fa23a9f1c25182')
const { eip155 = '', solana: solanaKey = '', polkadot: polkadotKey = '' } = testWalletAccount.accounts ?? {}
const other = '0x2222222222222222222222222222222222222222'

it.each([
  ['EVM account of the wallet', accountId(ethereum, eip155), testWalletAccount, 'ada@example.org'],
  ['Solana account of the wallet', accountId(solana, solanaKey), testWalletAccount, 'ada@example.org'],
  [
    'Polkadot account of another wallet',
    accountId(polkadot, encodeAddress(`0x${'12'.repeat(32)}`, 0)),
    testWalletAccount,
    undefined,
  ],
  ['Polkadot account of 20 bytes', accountId(polkadot, eip155), testWalletAccount, undefined],
  ['Polkadot account of no address', accountId(polkadot, 'x'), testWalletAccount, undefined],
  ['account of another wallet', accountId(ethereum, other), testWalletAccount, undefined],
  ['user without a wallet', accountId(ethereum, eip155), testAccount, undefined],
  [
    'user without an address',
    accountId(ethereum, eip155),
    { ...testWalletAccount, identities: [{ provider: 'x' as const, name: 'ada' }] },
    undefined,
  ],
])('%s', (_, account, user, email) => {
  expect(provedEmail({ token: testToken, account: user }, account)).toBe(email)
})

it('no session › nothing is proved', () => {
  expect(provedEmail(undefined, accountId(ethereum, eip155))).toBeUndefined()
})

it.each([0, 42, 63, 64, 255, 16_383])('Polkadot account of the wallet, prefix %i', (prefix) => {
  const account = accountId(polkadot, encodeAddress(polkadotKey, prefix))
  expect(provedEmail({ token: testToken, account: testWalletAccount }, account)).toBe('ada@example.org')
})
