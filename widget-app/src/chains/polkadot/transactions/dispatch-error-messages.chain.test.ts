import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type LocalWorld, localWorld } from '../testing/local-world.ts'
import { dispatchErrorMessage } from './dispatch-error-messages.ts'

describe('failures of a dry run', () => {
  let world: LocalWorld
  beforeAll(async () => {
    world = await localWorld()
  })
  afterAll(() => world.stop())

  /** A pallet's error with the runtime's numbers. */
  async function numbered(section: string, name: string) {
    const { errors, registry } = await world.api()
    const error = errors[section]?.[name]
    if (error === undefined) throw new Error('There is no such error')
    const pallet = registry.metadata.pallets.find((one) => one.name.toString().toLowerCase() === section)
    const code = error.meta.index.toNumber().toString(16).padStart(2, '0')
    return { Module: { index: String(pallet?.index), error: `0x${code}000000` } }
  }

  test.each<[string, unknown, string]>([
    ['consumers remain', 'ConsumerRemaining', 'need it open'],
    ['too many consumers', 'TooManyConsumers', 'no more kinds'],
    ['no account that could hold it', { Token: 'CannotCreate' }, 'needs coins'],
    ['frozen', { Token: 'Frozen' }, 'is frozen'],
    ['an error without words', { Arithmetic: 'Overflow' }, '{"Arithmetic":"Overflow"}'],
    ['a pallet that is not there', { Module: { index: '250', error: '0x00000000' } }, '"index":"250"'],
  ])('%s › as a message', async (_name, error, message) => {
    const { registry } = await world.api()
    expect(dispatchErrorMessage(registry, { postInfo: {}, error })).toContain(message)
  })

  test.each([
    ['assets', 'NoProvider', 'needs coins'],
    ['assets', 'Frozen', 'is frozen'],
    ['balances', 'LiquidityRestrictions', 'locked'],
    ['balances', 'VestingBalance', 'balances.VestingBalance: Vesting balance too high'],
  ])('error %s.%s › as a message', async (section, name, message) => {
    const { registry } = await world.api()
    const failure = { postInfo: {}, error: await numbered(section, name) }
    expect(dispatchErrorMessage(registry, failure)).toContain(message)
  })
})
