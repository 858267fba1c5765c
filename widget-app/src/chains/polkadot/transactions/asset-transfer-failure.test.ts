import { expect, test } from 'vitest'
import * as z from '#shared/zod.ts'
import type { Fact } from '../../request-facts.ts'
import { alice, bob } from '../testing/unit-world.ts'
import { assetTransferFailure } from './asset-transfer-failure.ts'

const nodeSchema = z.custom<Parameters<typeof assetTransferFailure>[0]>((value) => typeof value === 'object')

const details = { minBalance: 1, isSufficient: true, status: 'Live' }
const liquid = { balance: 500, status: 'Liquid' }
const stored = (json: unknown) => Promise.resolve({ toJSON: () => json })

/** A node whose runtime has one pallet of assets, with the ids that were read. */
function nodeWith(
  pallet: string,
  senderHolding: unknown = liquid,
  recipientHolding: unknown = null,
  more: object = {},
) {
  const readIds: unknown[] = []
  const query = {
    system: { account: () => stored({ providers: 1, consumers: 15 }) },
    [pallet]: {
      asset: (id: unknown) => {
        readIds.push(id)
        return stored({ ...details, ...more })
      },
      account: (_id: unknown, owner: string) => stored(owner === alice ? senderHolding : recipientHolding),
    },
  }
  const runtimeVersion = { specName: 'statemint' }
  return { node: nodeSchema.parse({ api: { query, runtimeVersion } }), asked: readIds }
}

const transfer = (contract: string | undefined, overrides: object = {}): Fact => ({
  ...{ is: 'transfer', from: undefined, to: bob, figure: { value: 501n, contract } },
  ...overrides,
})
const failureOf = ({ node }: ReturnType<typeof nodeWith>, facts: readonly Fact[]) =>
  assetTransferFailure(node, facts, alice)

const location = { parents: 1, interior: { x1: [{ parachain: 2_004 }] } }

test.each<[string, string, unknown]>([
  ['assets', '1984', '1984'],
  ['poolAssets', '7', '7'],
  ['foreignAssets', JSON.stringify(location), location],
])('%s › more than the balance › fails', async (pallet, id, readIds) => {
  const node = nodeWith(pallet)
  expect(await failureOf(node, [transfer(`${pallet}/${id}`)])).toBe('The account has less of the asset')
  expect(node.asked).toEqual([readIds])
})

test('foreign asset with a truncated identifier › nothing is read or reported', async () => {
  const node = nodeWith('foreignAssets')
  expect(await failureOf(node, [transfer('foreignAssets/{"parents":1,"interior… 0xab')])).toBeUndefined()
  expect(node.asked).toEqual([])
})

test.each([
  ['Frozen', 'The account is frozen for this asset'],
  ['Blocked', 'The account is frozen for this asset'],
])('sender’s account has status %s › fails', async (status, reason) => {
  const node = nodeWith('assets', { balance: 900, status })
  expect(await failureOf(node, [transfer('assets/1')])).toBe(reason)
})

test('recipient’s account is blocked › fails', async () => {
  const node = nodeWith('assets', { balance: 900, status: 'Liquid' }, { balance: 1, status: 'Blocked' })
  expect(await failureOf(node, [transfer('assets/1')])).toContain('blocked')
})

test('native amounts and those from other accounts › not read', async () => {
  const node = nodeWith('assets')
  expect(await failureOf(node, [transfer(undefined), transfer('assets/1', { from: bob, to: alice })])).toBe(
    undefined,
  )
  expect(node.asked).toEqual([])
})

test.each([
  [
    'with a status',
    { balance: 900, status: 'Liquid' },
    'The receiver’s account can hold no more kinds of assets',
  ],
  ['without one, as older runtimes have them', { balance: 900, isFrozen: false }, undefined],
])('recipient with 15 consumers, accounts %s › fails or not', async (_, senderHolding, reason) => {
  const node = nodeWith('assets', senderHolding, null, { isSufficient: false })
  expect(await failureOf(node, [transfer('assets/1')])).toBe(reason)
})
