import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Fact } from '../request-facts.ts'
import { assetRefusal } from './asset-refusal.ts'
import { keyAddress } from './testing/key-wallet.ts'
import { freshAddress, keyAccounts, type LocalWorld, localWorld } from './testing/local-world.ts'

const from = keyAddress(keyAccounts[0])
const open = keyAddress(keyAccounts[1])
const full = freshAddress()
const nearlyFull = freshAddress()
const roles = { owner: from, issuer: from, admin: from, freezer: from }
const details = { ...roles, supply: 500, deposit: 0, minBalance: 10, isSufficient: false, accounts: 1 }
const held = { balance: 500, isFrozen: false, reason: { Consumer: null }, extra: null }

describe('transfer of an asset on a runtime without a dry run', () => {
  let world: LocalWorld
  beforeAll(async () => {
    world = await localWorld()
    const withConsumers = (consumers: number) => ({
      consumers,
      providers: 1,
      data: { free: '1000000000000' },
    })
    await world.node.call('dev_setStorage', {
      System: {
        Account: [
          [[full], withConsumers(15)],
          [[nearlyFull], withConsumers(14)],
        ],
      },
      Assets: {
        Asset: [
          [[77], details],
          [[78], { ...details, isFrozen: true }],
          [[79], details],
          [[80], { ...details, isSufficient: true }],
        ],
        Account: [
          [[77, from], held],
          [[78, from], held],
          [[79, from], { ...held, isFrozen: true }],
          [[80, from], held],
          [[79, open], held],
        ],
      },
    })
  })
  afterAll(() => world.stop())

  const refused = async (facts: readonly Fact[]) => assetRefusal({ api: await world.api() }, facts, from)
  const transfer = (id: number, value: bigint, to: string): Fact => ({
    ...{ is: 'transfer', from: undefined, to, figure: { value, contract: `assets/${id}` } },
  })

  test.each<[string, number, bigint, string, string | undefined]>([
    ['not sufficient, to an account with coins', 77, 10n, open, undefined],
    ['not sufficient, to an account without coins', 77, 10n, 'fresh', 'it needs coins'],
    ['not sufficient, to an account that can hold one more kind', 77, 10n, nearlyFull, undefined],
    ['not sufficient, to an account that can hold no more kinds', 77, 10n, full, 'no more kinds'],
    ['sufficient, to an account that can hold no other kinds', 80, 10n, full, undefined],
    ['sufficient, to an account without coins', 80, 10n, 'fresh', undefined],
    ['less than the least balance, to a new holder', 80, 9n, 'fresh', 'least balance'],
    ['more than there is', 77, 501n, open, 'less of the asset'],
    ['a frozen asset', 78, 10n, open, 'asset is frozen'],
    ['a frozen account', 79, 10n, open, 'account is frozen'],
    ['an asset that is not there', 99, 10n, open, 'no such asset'],
  ])('%s › reviewed › refused or not', async (_name, id, value, to, reason) => {
    const refusal = await refused([transfer(id, value, to === 'fresh' ? freshAddress() : to)])
    if (reason === undefined) expect(refusal).toBeUndefined()
    else expect(refusal).toContain(reason)
  })

  test('batch › one of its transfers is refused › refused', async () => {
    const facts = [transfer(77, 10n, open), transfer(78, 10n, open)]
    expect(await refused([{ is: 'batch', facts }])).toBe('The asset is frozen')
  })

  test('coins, and what is taken from others › not asked for', async () => {
    const coins: Fact = {
      ...{ is: 'transfer', from: undefined, to: open, figure: { value: 1n, contract: undefined } },
    }
    const others: Fact = {
      ...{ is: 'transfer', from: open, to: from, figure: { value: 1n, contract: 'assets/78' } },
    }
    expect(await refused([coins, others])).toBeUndefined()
  })
})
