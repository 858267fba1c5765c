import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseChainId } from '#shared/caip/chain-id.ts'
import type { Description, Fact } from '#widget/chains/request-facts.ts'
import type { Simulation } from '#widget/chains/simulation.ts'
import { sanitizeFacts } from './sanitize-facts.ts'

const chain = parseChainId('eip155:1')
const account = '0x71C7656EC7ab88b098defB751B7401B5f6d8976F'
const described = (...facts: readonly Fact[]): Description => ({ account, chain, facts })

/** Every string inside a value. */
const stringsIn = (value: unknown): readonly string[] =>
  typeof value === 'string'
    ? [value]
    : typeof value === 'object' && value !== null
      ? Object.values(value).flatMap(stringsIn)
      : []

const codePoint = fc.oneof(fc.integer({ min: 0, max: 0x10ffff }), fc.integer({ min: 0x2000, max: 0x206f }))

const hostile = [
  ['bidi override', 'USDC\u202e000,01', 'USDC\\u202e000,01'],
  ['bidi isolate', '\u2066To\u2069', '\\u2066To\\u2069'],
  ['zero width', 'US\u200bDC', 'US\\u200bDC'],
  ['line break', 'Pay 1\nTo: you', 'Pay 1\\u000aTo: you'],
  ['paragraph separator', 'Pay\u2029To', 'Pay\\u2029To'],
  ['tag', 'USDC\u{e0041}', 'USDC\\udb40\\udc41'],
] as const

describe('sanitizeFacts', () => {
  it.each(hostile)('R13 › %s in a heading › is written as its code point', (_, input, expected) => {
    const [fact] = sanitizeFacts(described({ is: 'known-call', name: input, lines: [] })).facts
    expect(fact).toEqual({ is: 'known-call', name: expected, lines: [] })
  })

  it.each(hostile)(
    'R13 › %s in a label, a value and a symbol › is written as its code point',
    (_, input, expected) => {
      const lines = [{ label: input, value: input }]
      const figure = { value: 1n, contract: account, asset: { symbol: input, decimals: 6 } }
      const facts = sanitizeFacts(
        described(
          { is: 'known-call', name: 'x', lines },
          { is: 'transfer', from: undefined, to: account, figure },
        ),
      ).facts
      expect(facts).toEqual([
        { is: 'known-call', name: 'x', lines: [{ label: expected, value: expected }] },
        {
          is: 'transfer',
          from: undefined,
          to: account,
          figure: { ...figure, asset: { symbol: expected, decimals: 6 } },
        },
      ])
    },
  )

  it.each(hostile)('R13 › %s in the text of a term › is written as its code point', (_, input, expected) => {
    const [fact] = sanitizeFacts(described({ is: 'term', name: 'extension', text: input })).facts
    expect(fact).toEqual({ is: 'term', name: 'extension', text: expected })
  })

  it('R13 › failure reason with a bidi override › is written as its code point', () => {
    const run: Simulation = { is: 'fails', reason: 'ok\u202e!' }
    expect(sanitizeFacts(run)).toEqual({ is: 'fails', reason: 'ok\\u202e!' })
  })

  it('R13 › name and value of 100,000 characters › are cut and state by how much', () => {
    const long = 'x'.repeat(100_000)
    const lines = [{ label: long, value: long }]
    const [fact] = sanitizeFacts(described({ is: 'known-call', name: long, lines })).facts
    const expected = `${'x'.repeat(1_000)}… (+99000)`
    expect(fact).toEqual({
      is: 'known-call',
      name: expected,
      lines: [{ label: expected, value: `${'x'.repeat(10_000)}… (+90000)` }],
    })
  })

  it('R13 › any string in any member › no hidden character remains', () => {
    fc.assert(
      fc.property(fc.array(codePoint, { maxLength: 12 }), (points) => {
        const text = String.fromCodePoint(...points)
        const cleaned = sanitizeFacts(
          described(
            { is: 'known-call', name: text, lines: [{ label: text, value: text }] },
            { is: 'authority', name: text, right: 'account', to: text },
            { is: 'unknown-call', to: text, selector: text, figure: undefined, mayTake: true },
          ),
        )
        return !/[\p{C}\u2028\u2029]/u.test(stringsIn(cleaned.facts).join(''))
      }),
    )
  })

  it('member that is null › stays', () => {
    const odd: Description = JSON.parse(JSON.stringify({ ...described(), note: null }))
    expect(sanitizeFacts(odd)).toEqual(odd)
  })

  it('text of a message, bytes, addresses and amounts › stay as they are signed', () => {
    const whole = described(
      { is: 'message', text: 'Hello\n\nNonce: 1', isDisguised: false },
      { is: 'blind', why: 'hash', bytes: `0x${'ab'.repeat(5_000)}` },
      { is: 'transfer', from: undefined, to: account, figure: { value: 5n, contract: undefined } },
    )
    expect(sanitizeFacts(whole)).toEqual(whole)
    expect(sanitizeFacts(whole)).not.toBe(whole)
  })
})
