import { describe, expect, it } from 'vitest'
import { parseChainId } from '#shared/caip/chain-id.ts'
import { alice, assetHub, assetHubGenesis, bob, moonAccount, otherGenesis } from '../testing/unit-world.ts'
import { requireAccounts, usableAccounts } from './wallet-accounts.ts'

const moonbeam = parseChainId('polkadot:fe58ea77779b7abda7da4ec526d14db9')
const sr = { type: 'sr25519' }

describe('usableAccounts', () => {
  it.each<[string, unknown, readonly string[]]>([
    [
      'every type of the spec',
      [
        { address: alice, type: 'sr25519' },
        { address: bob, type: 'ed25519' },
        { address: '5DAAnrj7VHTznn2AWBemMuyBwZWs6FNFjdyVXUeYum3PTXFy', type: 'ecdsa' },
        { address: moonAccount.toLowerCase(), type: 'ethereum' },
      ],
      [alice, bob, '5DAAnrj7VHTznn2AWBemMuyBwZWs6FNFjdyVXUeYum3PTXFy', moonAccount],
    ],
    [
      'another type is dropped',
      [
        { address: alice, type: 'bitcoin' },
        { address: bob, ...sr },
      ],
      [bob],
    ],
    [
      'a type need not be named, nor be in lower case',
      [{ address: alice }, { address: bob, type: 'SR25519' }, { address: moonAccount, type: null }],
      [alice, bob, moonAccount],
    ],
    ['a bad entry drops only itself', [null, 5, { address: 'x', ...sr }, { address: bob, ...sr }], [bob]],
    [
      'one key in two prefixes is one account',
      [
        { address: alice, ...sr },
        { address: '15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5', ...sr },
      ],
      [alice],
    ],
    [
      'accounts locked to another chain are dropped',
      [
        { address: alice, ...sr, genesisHash: otherGenesis },
        { address: bob, ...sr, genesisHash: assetHubGenesis },
      ],
      [bob],
    ],
    [
      'an empty lock is none',
      [
        { address: alice, ...sr, genesisHash: '' },
        { address: bob, ...sr, genesisHash: null },
      ],
      [alice, bob],
    ],
  ])('%s › usable accounts', (_name, list, accounts) => {
    expect(usableAccounts(list, assetHub)).toMatchObject({ is: 'some', accounts })
  })

  it('account facts › name, type and the chain that it is bound to', () => {
    const list = [
      { address: alice, name: 'Sav\u202eings', ...sr },
      { address: bob, name: 7, type: 'ed25519', genesisHash: assetHubGenesis },
      { address: moonAccount, name: '', type: 'ethereum', genesisHash: '' },
      { address: alice, name: 'Twin', ...sr },
      { address: '5DAAnrj7VHTznn2AWBemMuyBwZWs6FNFjdyVXUeYum3PTXFy', name: 'No type' },
    ]
    expect(usableAccounts(list, assetHub)).toMatchObject({
      facts: {
        [alice]: { name: 'Savings', type: 'sr25519' },
        [bob]: { type: 'ed25519', genesisHash: assetHubGenesis },
        [moonAccount]: { type: 'ethereum' },
        '5DAAnrj7VHTznn2AWBemMuyBwZWs6FNFjdyVXUeYum3PTXFy': { name: 'No type' },
      },
    })
  })

  it.each([
    ['of accounts of 32 bytes', assetHub, [bob, moonAccount]],
    ['of ethereum keys', moonbeam, [moonAccount, bob]],
  ])('accounts of both key types › chain %s › its own type first', (_kind, chain, accounts) => {
    const list = [
      { address: moonAccount.toLowerCase(), name: 'Moon', type: 'ethereum' },
      { address: bob, ...sr },
    ]
    expect(usableAccounts(list, chain)).toMatchObject({ is: 'some', accounts })
  })

  it.each<[string, unknown, string]>([
    ['an empty list', [], 'none-shared'],
    ['no list', 'accounts', 'none-shared'],
    [
      'only accounts of ethereum keys',
      [{ address: moonAccount, type: 'ethereum' }, { address: moonAccount }],
      'other-network',
    ],
    [
      'only accounts of other chains',
      [{ address: alice, ...sr, genesisHash: otherGenesis }],
      'other-network',
    ],
  ])('%s › no account', (_name, list, reason) => {
    expect(() => requireAccounts(usableAccounts(list, assetHub))).toThrow(
      expect.objectContaining({ code: 'wallet/no-account', data: { reason } }),
    )
  })
})
