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
    ['', 'Missing walletId'],
    ['polkadot:', 'Missing walletId'],
    ['cosmos:keplr', 'Invalid platform'],
    ['io.metamask', 'Invalid platform'],
    [':talisman', 'Invalid platform'],
  ])('wallet id %j › throws %s', (id, message) => {
    expect(() => parseWalletId(id)).toThrow(expect.objectContaining({ message }))
  })

  it.each([
    ['', 'Missing walletId'],
    [`bitcoin:x:${evm}`, 'Invalid platform'],
    ['ethereum:io.metamask:', 'Invalid address'],
    ['ethereum:io.metamask:0x1234', 'Invalid address'],
    ['polkadot:talisman:5Grwva', 'Invalid address'],
    [`polkadot:talisman:${ss58}0`, 'Invalid address'],
  ])('account id %j › throws %s', (id, message) => {
    expect(() => parseAccountId(id)).toThrow(expect.objectContaining({ message }))
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
