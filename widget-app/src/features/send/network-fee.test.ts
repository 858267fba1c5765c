import { expect, it } from 'vitest'
import { WidgetError } from '#shared/errors/widget-error.ts'
import type { WeightFee } from '#widget/chains/chain-adapter.ts'
import { hasSameTerms, isWithinSeenFee, toFeeFailure, toTokenFailure } from './network-fee.ts'

const fee: WeightFee = { expectedFee: 4n, maxFee: 5n, tip: 0n }
const unconfirmed: WeightFee = { ...fee, isUnconfirmed: true }

it.each<[string, WeightFee, WeightFee, boolean]>([
  ['the same', fee, fee, true],
  ['lower', { ...fee, maxFee: 4n }, fee, true],
  ['higher', { ...fee, maxFee: 6n }, fee, false],
  ['unconfirmed as it was shown', unconfirmed, unconfirmed, true],
  ['confirmed by now', fee, unconfirmed, true],
  ['unconfirmed, and not shown so', unconfirmed, fee, false],
])('estimate %s › is within what the user saw or not', (_name, fresh, shownFee, within) => {
  expect(isWithinSeenFee(fresh, shownFee)).toBe(within)
})

const shown = { arrives: 95n, displayed: 950n }
const withTerms = (token: WeightFee['token']): WeightFee => (token === undefined ? fee : { ...fee, token })

it.each<[string, WeightFee['token'], WeightFee['token'], boolean]>([
  ['the same', { arrives: 95n }, { arrives: 95n }, true],
  ['none at all', undefined, undefined, true],
  ['more arrives', { arrives: 96n }, { arrives: 95n }, true],
  ['less arrives', { arrives: 94n }, { arrives: 95n }, false],
  ['one of many units less arrives', { arrives: 10n ** 18n - 1n }, { arrives: 10n ** 18n }, true],
  ['some of many units less arrive', { arrives: 10n ** 18n - 9n }, { arrives: 10n ** 18n }, false],
  ['more leaves', { arrives: 95n, leaves: 101n }, { arrives: 95n }, false],
  ['a fee on top where there was none', { arrives: 100n, leaves: 101n }, undefined, false],
  ['as much leaves', { arrives: 95n, leaves: 101n }, { arrives: 95n, leaves: 101n }, true],
  ['less leaves', { arrives: 95n }, { arrives: 95n, leaves: 101n }, true],
  ['a fee where there was none', { arrives: 95n }, undefined, false],
  ['no fee any more', undefined, { arrives: 95n }, true],
  ['not known any more', { arrives: undefined }, { arrives: 95n }, false],
  ['known by now', { arrives: 95n }, { arrives: undefined }, true],
  ['a memo that was not shown', { arrives: 95n, memo: 'Transfer' }, { arrives: 95n }, false],
  ['a hook that was not shown', { arrives: 95n, hook: 'A' }, { arrives: 95n }, false],
  ['displayed as ten times as much', { ...shown, displayed: 9_500n }, shown, false],
  [
    'displayed with a little more interest',
    { ...shown, displayed: 950_001n },
    { ...shown, displayed: 950_000n },
    true,
  ],
  ['displayed as itself by now', { arrives: 95n }, shown, false],
  ['a delegate that was not shown', { arrives: 95n, isRevocable: true }, { arrives: 95n }, false],
])('token terms %s › are as the user saw them or not', (_name, fresh, shownFee, isKept) => {
  expect(hasSameTerms(withTerms(fresh), withTerms(shownFee))).toBe(isKept)
})

it.each([
  ['token-paused', 'token-paused'],
  ['token-refuses', 'token-refuses'],
  ['token-fee', 'token-fee'],
  ['reverted', 'reverted'],
  ['rent', 'too-little'],
  ['not-a-wallet', 'receiver'],
  ['wallet', undefined],
  ['servers-disagree', undefined],
])('no estimate because of %s › review shows %s', (reason, why) => {
  const error = new WidgetError('send/failed', 'No', { data: { reason } })
  expect(toFeeFailure(error)?.why).toBe(why)
})

it.each([
  ['token-paused', 'token-paused'],
  ['token-frozen', 'token-frozen'],
  ['token-non-transferable', 'token-non-transferable'],
  ['token-blocked', 'token-blocked'],
  ['token-decimals', 'token-decimals'],
  ['token-refuses', undefined],
  ['token-fee', undefined],
  ['token-split', undefined],
  ['insufficient-funds', undefined],
  ['reverted', undefined],
])('no rough estimate because of %s › form shows %s', (reason, why) => {
  expect(toTokenFailure(new WidgetError('send/failed', 'No', { data: { reason } }))).toBe(why)
})
