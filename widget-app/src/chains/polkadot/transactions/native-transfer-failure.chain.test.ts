import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freshAddress, type LocalWorld, localDeposit, localWorld } from '../testing/local-world.ts'
import { coinRefusal } from './native-transfer-failure.ts'

const coin = 10n ** 12n
const [plain, needed, frozen] = [freshAddress(), freshAddress(), freshAddress()]

describe('native transfer on a runtime without a dry run', () => {
  let world: LocalWorld
  beforeAll(async () => {
    world = await localWorld()
    const account = (consumers: number, held = 0n) => ({
      ...{ consumers, providers: 1 },
      data: { free: coin.toString(), miscFrozen: held.toString(), feeFrozen: held.toString() },
    })
    await world.node.call('dev_setStorage', {
      System: {
        Account: [
          [[plain], account(0)],
          [[needed], account(1)],
          [[frozen], account(1, coin / 2n)],
        ],
      },
    })
  })
  afterAll(() => world.stop())

  test.each<[string, string, string, bigint, string | undefined]>([
    ['part of it', plain, 'transfer', coin / 2n, undefined],
    ['all of it, and nothing depends on the account', plain, 'transfer', coin - 1n, undefined],
    ['all of it, and a token depends on the account', needed, 'transfer', coin - 1n, 'need it open'],
    ['all but the deposit', needed, 'transfer', coin - 1n - localDeposit, undefined],
    [
      'all of it, with the account kept open',
      plain,
      'transferKeepAlive',
      coin - 1n,
      'to keep the account open',
    ],
    ['all but the deposit, kept open', plain, 'transferKeepAlive', coin - 1n - localDeposit, undefined],
    ['more than there is with the fee', plain, 'transfer', coin, 'the amount and the fee'],
    ['what is frozen', frozen, 'transfer', (coin * 3n) / 4n, 'the amount and the fee'],
    [
      'too little for a new account',
      plain,
      'transferKeepAlive',
      localDeposit - 1n,
      'open the receiver’s account',
    ],
  ])('%s › reviewed › fails or not', async (_name, from, method, value, reason) => {
    const api = await world.api()
    const call = api.tx.balances?.[method]?.(freshAddress(), value)
    if (call === undefined) throw new Error('There is no such call')
    const { section, method: name } = api.registry.findMetaCall(call.callIndex)
    const refusal = await coinRefusal({ api }, { section, method: name, args: call.args }, from, 1n)
    if (reason === undefined) expect(refusal).toBeUndefined()
    else expect(refusal).toContain(reason)
  })

  test('call that moves no native amount › not read', async () => {
    const api = await world.api()
    const call = { section: 'system', method: 'transfer', args: [] }
    expect(await coinRefusal({ api }, call, plain, 1n)).toBeUndefined()
  })
})
