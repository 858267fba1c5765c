import { describe, expect, it } from 'vitest'
import { translateAtom } from '#widget/lib/i18n/translate.ts'
import { createStore } from '#widget/lib/state.ts'
import { factWords, riskWords, toneOf } from './words.ts'

const t = createStore().get(translateAtom)

describe('facts in words', () => {
  it.each([
    ['two endpoints report', {}, 'Send 5 FOO'],
    ['one endpoint reports', { isUnconfirmed: true } as const, 'Send 5 FOO (unverified)'],
  ])('decimals that %s › said with the amount', (_, source, title) => {
    const contract = `0x${'ba'.repeat(20)}`
    const figure = { value: 500n, contract, asset: { symbol: 'FOO', decimals: 2, ...source } }
    const facts = { t, locale: 'en', networkName: (chain: string) => chain }
    const fact = { is: 'transfer', from: undefined, to: contract, figure } as const
    expect(factWords(fact, { ...facts, bundled: () => undefined }).title).toBe(title)
    const bundled = () => ({ symbol: 'BAR', decimals: 1, name: 'Bar', icon: undefined })
    expect(factWords(fact, { ...facts, bundled }).title).toBe('Send 50 BAR')
  })

  it.each([0n, 42n])('approval of %s that may be of an NFT › neither an amount nor taken back', (value) => {
    const contract = `0x${'ba'.repeat(20)}`
    const { title, lines } = factWords(
      {
        is: 'approval',
        spender: contract,
        figure: { value, contract },
        isUnlimited: false,
        mayBeCollectible: true,
      },
      { t, locale: 'en', networkName: (chain) => chain, bundled: () => undefined },
    )
    expect(title).toBe('Allow taking tokens or an NFT')
    expect(lines).toContainEqual(
      expect.objectContaining({ label: 'Amount or NFT id', value: String(value), look: 'text' }),
    )
  })

  it('behavior: each policy of a session is shown with what it says, and is warned of in red', () => {
    const { lines } = factWords(
      {
        is: 'session',
        expiry: 1_900_000_000n,
        keys: [],
        permissions: [],
        policies: [
          { label: 'call-limit', value: '{"count":20}' },
          { label: 'gas-limit', value: '"0x5"' },
        ],
      },
      { t, locale: 'en', networkName: (chain) => chain, bundled: () => undefined },
    )
    expect(lines.slice(1)).toMatchObject([
      { label: 'Policy “call-limit”', value: '{"count":20}', look: 'code' },
      { label: 'Policy “gas-limit”', value: '"0x5"', look: 'code' },
    ])
    expect(toneOf('session-policy')).toBe('error')
    expect(riskWords('session-policy', '', t).title).toBe('A policy that can’t be read here')
  })
})
