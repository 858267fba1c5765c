import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freshAddress, type LocalWorld, localDeposit, localWorld } from '../testing/local-world.ts'
import { nativeTransferFailure } from './native-transfer-failure.ts'

const oneUnit = 10n ** 12n
const [plain, needed, frozen] = [freshAddress(), freshAddress(), freshAddress()]

describe('native transfer on a runtime without a dry run', () => {
  let world: LocalWorld
  beforeAll(async () => {
    world = await localWorld()
    const account = (consumers: number, frozenAmount = 0n) => ({
      ...{ consumers, providers: 1 },
      data: {
        free: oneUnit.toString(),
        miscFrozen: frozenAmount.toString(),
        feeFrozen: frozenAmount.toString(),
      },
    })
    await world.node.call('dev_setStorage', {
      System: {
        Account: [
          [[plain], account(0)],
          [[needed], account(1)],
          [[frozen], account(1, oneUnit / 2n)],
        ],
      },
    })
  })
  afterAll(() => world.stop())

  test.each<[string, string, string, bigint, string | undefined]>([
    ['part of it', plain, 'transfer', oneUnit / 2n, undefined],
    ['all of it, and nothing depends on the account', plain, 'transfer', oneUnit - 1n, undefined],
    ['all of it, and a token depends on the account', needed, 'transfer', oneUnit - 1n, 'need it open'],
    ['all but the deposit', needed, 'transfer', oneUnit - 1n - localDeposit, undefined],
    [
      'all of it, with the account kept open',
      plain,
      'transferKeepAlive',
      oneUnit - 1n,
      'to keep the account open',
    ],
    ['all but the deposit, kept open', plain, 'transferKeepAlive', oneUnit - 1n - localDeposit, undefined],
    ['more than there is with the fee', plain, 'transfer', oneUnit, 'the amount and the fee'],
    ['what is frozen', frozen, 'transfer', (oneUnit * 3n) / 4n, 'the amount and the fee'],
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
    const failure = await nativeTransferFailure({ api }, { section, method: name, args: call.args }, from, 1n)
    if (reason === undefined) expect(failure).toBeUndefined()
    else expect(failure).toContain(reason)
  })

  test('call that moves no native amount › not read', async () => {
    const api = await world.api()
    const call = { section: 'system', method: 'transfer', args: [] }
    expect(await nativeTransferFailure({ api }, call, plain, 1n)).toBeUndefined()
  })
})
