import { describe, expect, it } from 'vitest'
import { translateAtom } from '#widget/lib/i18n/translate.ts'
import { createStore } from '#widget/lib/state.ts'
import { factWords, riskWords, toneOf } from './words.ts'

const t = createStore().get(translateAtom)

describe('facts in words', () => {
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
