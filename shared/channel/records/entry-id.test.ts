import { describe, expect, it } from 'vitest'
import { sourceIdOf, walletIdOf } from './discovered-wallet.ts'
import { accountEntryId, parseAccountId, parseWalletId } from './entry-id.ts'

const evm = '0xf24FF3a9CF04c71Dbc94D0b566f7A27B94566cac'
const ss58 = '5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY'
const solana = 'J4Lq4jQZVEcp4SdNrkBNjwWJtTzLPXoYFp2KzC8gkKZb'

describe('ids of entries', () => {
  it.each([
    ['eip155', 'io.metamask', 'ethereum', evm],
    ['polkadot', 'subwallet-js', 'polkadot', ss58],
    ['solana', 'Phantom: beta', 'solana', solana],
    ['solana', 'Ünïcode:: 👛', 'solana', solana],
  ] as const)('id of %s and %s › parsed › the same parts', (namespace, name, platform, address) => {
    const walletId = walletIdOf({ namespace, name })
    expect(parseWalletId(walletId)).toEqual({ platform, key: name })
    expect(parseAccountId(accountEntryId(walletId, address))).toEqual({ walletId, address })
  })

  it.each([
    ['', 'Missing walletId', 'wallet/missing-id'],
    ['polkadot:', 'Missing walletId', 'wallet/missing-id'],
    ['cosmos:keplr', 'Invalid platform', 'config/invalid'],
    ['io.metamask', 'Invalid platform', 'config/invalid'],
    [':talisman', 'Invalid platform', 'config/invalid'],
  ])('wallet id %j › throws %s (%s)', (id, message, code) => {
    expect(() => parseWalletId(id)).toThrow(expect.objectContaining({ message, code }))
  })

  it.each([
    ['', 'Missing walletId', 'wallet/missing-id'],
    [`bitcoin:x:${evm}`, 'Invalid platform', 'config/invalid'],
    ['ethereum:io.metamask:', 'Invalid address', 'address/invalid'],
    ['ethereum:io.metamask:0x1234', 'Invalid address', 'address/invalid'],
    ['polkadot:talisman:5Grwva', 'Invalid address', 'address/invalid'],
    [`polkadot:talisman:${ss58}0`, 'Invalid address', 'address/invalid'],
  ])('account id %j › throws %s (%s)', (id, message, code) => {
    expect(() => parseAccountId(id)).toThrow(expect.objectContaining({ message, code }))
  })

  it("WalletConnect wallet › another id than the page's, none in the page", () => {
    const named = { namespace: 'polkadot', injectedId: 'talisman', name: 'Talisman' } as const
    const session = { ...named, source: 'walletconnect' } as const
    expect([walletIdOf(named), sourceIdOf(named)]).toEqual(['polkadot:talisman', { extensionId: 'talisman' }])
    expect(parseWalletId(walletIdOf(session))).toEqual({
      platform: 'polkadot',
      key: 'walletconnect:talisman',
    })
    expect(sourceIdOf(session)).toEqual({})
  })
})
