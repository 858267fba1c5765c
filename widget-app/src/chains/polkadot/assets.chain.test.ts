import { afterAll, beforeAll, expect, test } from 'vitest'
import { required } from '../registry.ts'
import { keyAddress } from './testing/key-wallet.ts'
import { freshAddress, keyAccounts, type LocalWorld, localWorld } from './testing/local-world.ts'

let world: LocalWorld
beforeAll(async () => {
  world = await localWorld()
})
afterAll(() => world.stop())

test('tokens of the pallet Assets › listed by holder, named if sufficient', async () => {
  const listTokens = required(world.adapter.allTokenBalances, 'allTokenBalances')
  const read = required(world.adapter.tokenBalances, 'tokenBalances')
  const [first, otherHolder] = [keyAddress(keyAccounts[0]), freshAddress()]
  const roles = { owner: first, issuer: first, admin: first, freezer: first }
  const metadata = { deposit: 0, name: '0x5553442054', symbol: '0x55534474', decimals: 2, isFrozen: false }
  await world.node.call('dev_setStorage', {
    Assets: {
      Asset: [[[77], { ...roles, supply: 500, deposit: 0, minBalance: 1, isSufficient: false, accounts: 1 }]],
      Metadata: [[[77], metadata]],
      Account: [
        [[77, otherHolder], { balance: 500, isFrozen: false, reason: { Consumer: null }, extra: null }],
      ],
    },
  })
  const idsHeld = async (owner: string, ids: readonly string[] = []) =>
    (await listTokens(owner, world.network, ids)).map(({ asset, value }) => [asset.address, value])
  expect(await idsHeld(first)).toEqual([['1984', 10n ** 12n]])
  expect(await idsHeld(otherHolder)).toEqual([['77', 500n]])
  expect(await idsHeld(freshAddress())).toEqual([])
  // Requested ids come first, with or without a balance.
  expect(await idsHeld(otherHolder, ['1984', '77', '12345'])).toEqual([
    ['1984', 0n],
    ['77', 500n],
  ])
  expect(await read(first, world.network, ['1984', '77', '12345', 'usdt', '1984'])).toEqual([
    {
      asset: { chain: world.network.id, address: '1984', symbol: 'USDt', name: 'Tether USD', decimals: 6 },
      value: 10n ** 12n,
    },
    {
      asset: { chain: world.network.id, address: '77', symbol: '#77', name: '#77', decimals: 2 },
      value: 0n,
    },
  ])
  expect(await read(otherHolder, world.network, ['77'])).toMatchObject([{ value: 500n }])
})
