import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatRecoveryPhrase, parseRecoveryPhrase } from './recovery-phrase.ts'
import { bip39Vectors } from './testing/bip39-vectors.ts'
import { bytesOf, caseSeed, hexBytes } from './testing/fixed-cases.ts'

const phrase = 'legal winner thank year wave sausage worth useful legal winner thank yellow'
const words = phrase.split(' ')

describe('recovery phrase', () => {
  test.each(bip39Vectors)('BIP-39 vector %s › formatted and parsed › same', (entropy, vectorPhrase) => {
    expect(formatRecoveryPhrase(hexBytes(entropy))).toBe(vectorPhrase)
    expect(parseRecoveryPhrase(vectorPhrase)).toEqual({ is: 'valid', entropy: hexBytes(entropy) })
  })

  test('drawn entropy › formatted and parsed › same', () => {
    fc.assert(
      fc.property(bytesOf(16), (entropy) => {
        expect(parseRecoveryPhrase(formatRecoveryPhrase(entropy))).toEqual({ is: 'valid', entropy })
      }),
      { seed: caseSeed, numRuns: 200 },
    )
  })

  test.each([
    ['upper case', phrase.toUpperCase()],
    ['spaces and lines', `  ${words.slice(0, 6).join('\t')}\n${words.slice(6).join('  ')}\u3000`],
  ])('%s › parsed › valid', (_, text) => {
    expect(parseRecoveryPhrase(text).is).toBe('valid')
  })

  test.each([0, 1, 11, 13, 24])('%i words › parsed › wrong count', (count) => {
    const text = Array.from({ length: count }, () => 'zoo').join(' ')
    expect(parseRecoveryPhrase(text)).toEqual({ is: 'wrong-word-count', count })
  })

  test('words that are not in the list › parsed › their positions', () => {
    const text = words.with(0, 'legale').with(11, 'constructor').join(' ')
    expect(parseRecoveryPhrase(text)).toEqual({ is: 'unknown-words', positions: [0, 11] })
  })

  test('last word replaced › parsed › wrong checksum', () => {
    expect(parseRecoveryPhrase(words.with(11, 'zoo').join(' '))).toEqual({ is: 'wrong-checksum' })
  })

  test.each([0, 15, 17, 32])('%i bytes › formatted › throws', (length) => {
    expect(() => formatRecoveryPhrase(new Uint8Array(length))).toThrow(RangeError)
  })
})
