import { describe, expect, it } from 'vitest'
import { parseChainId } from '#shared/caip/chain-id.ts'
import type { Asset, FeeEstimate } from '#widget/chains/chain-adapter.ts'
import { en } from '#widget/i18n/en.ts'
import { translator } from '#widget/lib/i18n/translate.ts'
import { labelOf } from './messages.ts'
import { problemsOf, type SendInputs } from './problems.ts'

const chain = parseChainId('eip155:1')
const ether: Asset = { chain, address: undefined, symbol: 'ETH', name: 'Ether', decimals: 18 }
const usdc: Asset = { chain, address: '0xa0b8', symbol: 'USDC', name: 'USD Coin', decimals: 6 }
const fee: FeeEstimate = {
  gas: 21_000n,
  maxFeePerGas: 12n,
  maxPriorityFeePerGas: 1n,
  expectedFee: 100n,
  maxFee: 120n,
}
const t = translator({ tag: 'en', direction: 'ltr', messages: en })

const complete: SendInputs = {
  isEnabled: true,
  canSend: true,
  asset: usdc,
  amount: { is: 'amount', value: 5n },
  recipient: { is: 'address', address: '0x1', isOwn: false },
  balance: 10n,
  native: { symbol: 'ETH', balance: 1_000n },
  fee,
}
const nativeFacts: SendInputs = { ...complete, asset: ether, balance: 1_000n }
const twinFacts: SendInputs = { ...complete, balance: 1_000n, fee: { ...fee, spendsNative: true } }
const amount = (value: bigint) => ({ amount: { is: 'amount', value } }) as const

const labels = (facts: SendInputs) => problemsOf(facts).map((problem) => labelOf(problem, t))
const label = (facts: SendInputs) => labelOf(problemsOf(facts)[0], t)

describe('problemsOf', () => {
  it.each<[string, SendInputs, string]>([
    ['everything is there', complete, 'Review'],
    [
      'the site offers no sending',
      { ...complete, isEnabled: false, canSend: false },
      'This site does not offer sending',
    ],
    ['the chain cannot send', { ...complete, canSend: false }, 'Unsupported chain'],
    ['no token', { ...complete, asset: undefined }, 'Select token'],
    ['a token that cannot be sent', { ...complete, tokenFailure: 'token-paused' }, 'This can’t be sent'],
    ['no amount', { ...complete, amount: { is: 'empty' } }, 'Add amount'],
    ['more than there is', { ...complete, ...amount(11n) }, 'Insufficient funds'],
    ['all there is', { ...complete, ...amount(10n) }, 'Review'],
    [
      'Max of a token nobody has',
      { ...complete, amount: { is: 'none-left' }, balance: 0n },
      'Insufficient funds',
    ],
    ['no number', { ...complete, amount: { is: 'wrong', why: 'not-a-number' } }, 'Incorrect value'],
    ['zero', { ...complete, amount: { is: 'wrong', why: 'zero' } }, 'Incorrect value'],
    ['ambiguous', { ...complete, amount: { is: 'wrong', why: 'ambiguous' } }, 'Incorrect value'],
    ['no recipient', { ...complete, recipient: { is: 'empty' } }, 'Add address'],
    ['no address', { ...complete, recipient: { is: 'invalid', why: 'invalid' } }, 'Invalid address'],
    ['a checksum error', { ...complete, recipient: { is: 'invalid', why: 'checksum' } }, 'Invalid address'],
    [
      'a name of nobody',
      { ...complete, recipient: { is: 'unresolved', name: 'alice.eth', why: 'nobody' } },
      'Check the name',
    ],
    [
      'no native for the fee',
      { ...complete, native: { symbol: 'ETH', balance: 119n } },
      'Not enough ETH for the fee',
    ],
    ['just enough native', { ...complete, native: { symbol: 'ETH', balance: 120n } }, 'Review'],
    ['native with its fee', { ...nativeFacts, ...amount(880n) }, 'Review'],
    ['native without its fee', { ...nativeFacts, ...amount(881n) }, 'Not enough ETH for the fee'],
    ['native beyond the balance', { ...nativeFacts, ...amount(1_001n) }, 'Insufficient funds'],
    [
      'Max of native that the fee eats',
      { ...nativeFacts, amount: { is: 'none-left' } },
      'Not enough ETH for the fee',
    ],
    ['native balance by a token, with its fee', { ...twinFacts, ...amount(880n) }, 'Review'],
    [
      'native balance by a token, without it',
      { ...twinFacts, ...amount(881n) },
      'Not enough ETH for the fee',
    ],
    ['native balance by a token, beyond it', { ...twinFacts, ...amount(1_001n) }, 'Insufficient funds'],
    [
      'Max of such a token that the fee eats',
      { ...twinFacts, amount: { is: 'none-left' } },
      'Not enough ETH for the fee',
    ],
    ['balance unknown', { ...complete, ...amount(11n), balance: undefined }, 'Review'],
    ['fee unknown', { ...nativeFacts, ...amount(1_000n), fee: undefined }, 'Review'],
    ['waiting for Max', { ...complete, amount: { is: 'pending' } }, 'Review'],
  ])('%s › labels the button', (_, facts, expected) => {
    expect(label(facts)).toBe(expected)
  })

  it('several problems › labels have the order of the specification', () => {
    const nothing: SendInputs = {
      ...complete,
      canSend: false,
      asset: undefined,
      amount: { is: 'empty' },
      recipient: { is: 'empty' },
      native: { symbol: 'ETH', balance: 0n },
    }
    expect(labels(nothing)).toEqual(['Unsupported chain', 'Select token', 'Add amount', 'Add address'])
    const poor: SendInputs = { ...nothing, canSend: true, asset: usdc, ...amount(11n) }
    expect(labels(poor)).toEqual(['Insufficient funds', 'Add address', 'Not enough ETH for the fee'])
    const wrong: SendInputs = {
      ...poor,
      amount: { is: 'wrong', why: 'sign' },
      recipient: { is: 'invalid', why: 'zero' },
    }
    expect(labels(wrong)).toEqual(['Incorrect value', 'Invalid address', 'Not enough ETH for the fee'])
  })
})
