import { expect, test } from 'vitest'
import { isAllowListed } from '#widget/domain/review/allow-list.ts'
import { needsReview } from '#widget/domain/review/needs-review.ts'
import { flatFacts, risksOf } from '#widget/domain/review/request-risk.ts'
import { isSevereRequest } from '#widget/domain/review/requires-confirm-window.ts'
import { callName } from './decode/call-arguments.ts'
import { decodeRuntimeCall } from './decode/decode-runtime-call.ts'
import { drainerCalls } from './testing/drainer-calls.ts'
import { runtimeCall } from './testing/runtime.ts'
import { alice, assetHub } from './testing/unit-world.ts'

test('drainer corpus › at least 16 calls, no two with the same pallet and call', () => {
  expect(new Set(drainerCalls.map(({ name }) => name)).size).toBe(drainerCalls.length)
  expect(drainerCalls.length).toBeGreaterThanOrEqual(16)
})

test.each(drainerCalls)('R6 › drainer’s $name › reviewed, with its facts', ({ name, call, facts }) => {
  const decoded = runtimeCall(...call)
  expect(callName(decoded)).toBe(name)
  const description = { account: alice, chain: assetHub, facts: decodeRuntimeCall(decoded, alice) }
  expect(flatFacts(description.facts)).toEqual(
    expect.arrayContaining(facts.map((fact) => expect.objectContaining(contains(fact)))),
  )
  const risks = risksOf(description, { host: 'shop.example', newContracts: [], now: 0 })
  const isAllowed = isAllowListed(description, { host: 'shop.example', isBundledToken: () => false })
  const isReviewed = needsReview({ reviewMode: 'risky', keys: 'wallet', risks, isAllowListed: isAllowed })
  expect(isReviewed).toBe(true)
})

test('drainer corpus › severe unless each fact ends with the request', () => {
  const others = drainerCalls.filter(({ call }) => {
    const facts = decodeRuntimeCall(runtimeCall(...call), alice)
    const description = { account: alice, chain: assetHub, facts }
    return !isSevereRequest({ decoding: { is: 'read', description }, risks: [] })
  })
  expect(others.map(({ name }) => name)).toEqual([
    'balances.transferAll',
    'assets.transferApproved',
    'assets.transferAll',
    'uniques.transfer',
    'currencies.transfer',
    'currencies.transferNativeCurrency',
    'polkadotXcm.transferAssets',
    'polkadotXcm.limitedReserveTransferAssets',
    'xcmPallet.limitedTeleportAssets',
    'xTokens.transfer',
    'xTokens.transferMultiasset',
    'xTokens.transferMultiassets',
    'vesting.vestedTransfer',
  ])
})

/** The fact with `objectContaining` for its struct members. */
const contains = (fact: object): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fact).map(([name, value]) => [
      name,
      typeof value === 'object' && value !== null ? expect.objectContaining(value) : value,
    ]),
  )
