import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createRecoveryFactor, formatRecoveryCode, parseRecoveryCode } from './recovery-code.ts'
import { checkSymbols } from './reed-solomon.ts'
import { bytesOf, caseSeed, drawCases, hexBytes } from './testing/fixed-cases.ts'

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const compact = (code: string): readonly string[] => [...code.replaceAll('-', '')]
const codes = drawCases(bytesOf(16), 12).map((factor) => compact(formatRecoveryCode(factor)))
const factor = hexBytes('00112233445566778899aabbccddeeff')
const code = formatRecoveryCode(factor)

const parse = (characters: readonly string[]) => parseRecoveryCode(characters.join(''))
/** True if these positions are reported. */
const isLocated = (typed: readonly string[], positions: readonly number[]): boolean => {
  const result = parse(typed)
  return result.is === 'wrong-checksum' && result.positions.join() === positions.join()
}
const others = (character: string) => [...alphabet].filter((other) => other !== character)

describe('recovery code', () => {
  // Codes on paper: a later version must accept them.
  test.each([
    ['00000000000000000000000000000000', '00000-00000-00000-00000-00000-0DBRC'],
    ['00112233445566778899aabbccddeeff', '008J4-CT4AN-K7F24-SNAXW-SQFEZ-W3VR5'],
    ['ffffffffffffffffffffffffffffffff', 'ZZZZZ-ZZZZZ-ZZZZZ-ZZZZZ-ZZZZZ-WGQ2D'],
    ['9e885d952ad362caeb4efe34a8e91bd2', 'KT45V-59ATD-HCNTT-EZRTA-HT8VT-85HQD'],
  ])('%s › formatted and parsed › %s', (hex, text) => {
    expect(formatRecoveryCode(hexBytes(hex))).toBe(text)
    expect(parseRecoveryCode(text)).toEqual({ is: 'valid', factor: hexBytes(hex) })
  })

  test('drawn factor › formatted and parsed › same', () => {
    fc.assert(
      fc.property(bytesOf(16), (bytes) => {
        const text = formatRecoveryCode(bytes)
        expect(text).toMatch(/^([0-9A-HJKMNP-TV-Z]{5}-){5}[0-9A-HJKMNP-TV-Z]{5}$/)
        expect(parseRecoveryCode(text)).toEqual({ is: 'valid', factor: bytes })
      }),
      { seed: caseSeed, numRuns: 1_000 },
    )
  })

  test.each([
    ['lower case', code.toLowerCase()],
    ['without hyphens', code.replaceAll('-', '')],
    ['spaces', ` ${code.replaceAll('-', '  ')}\n`],
    ['typographic hyphens', code.replaceAll('-', ' – ')],
    ['O for 0', code.replaceAll('0', 'O')],
    ['o for 0', code.replaceAll('0', 'o')],
    ['I for 1', code.replaceAll('1', 'I')],
    ['l for 1', code.replaceAll('1', 'l')],
  ])('%s › parsed › valid', (_, text) => {
    expect(parseRecoveryCode(text)).toEqual({ is: 'valid', factor })
  })

  test('new factors › differ', () => {
    expect(createRecoveryFactor()).toHaveLength(16)
    expect(createRecoveryFactor()).not.toEqual(createRecoveryFactor())
  })

  test.each([15, 17])('%i bytes › formatted › throws', (length) => {
    expect(() => formatRecoveryCode(new Uint8Array(length))).toThrow(RangeError)
  })
})

describe('recovery code › errors', () => {
  test('any one character wrong › its position', () => {
    const wrong = codes.flatMap((characters) =>
      characters.flatMap((character, position) =>
        others(character).map((other) => [characters.with(position, other), [position]] as const),
      ),
    )
    expect(wrong).toHaveLength(codes.length * 30 * 31)
    expect(wrong.filter(([typed, positions]) => !isLocated(typed, positions))).toEqual([])
  })

  test('any two neighbours swapped › their positions', () => {
    const wrong = codes.flatMap((characters) =>
      characters.slice(1).flatMap((next, position) => {
        const character = characters[position] ?? ''
        const typed = characters.with(position, next).with(position + 1, character)
        return next === character ? [] : [[typed, [position, position + 1]] as const]
      }),
    )
    expect(wrong.length).toBeGreaterThan(codes.length * 25)
    expect(wrong.filter(([typed, positions]) => !isLocated(typed, positions))).toEqual([])
  })

  test('two characters swapped at any distance › never valid', () => {
    const wrong = codes.flatMap((characters) =>
      characters.flatMap((character, from) =>
        characters
          .slice(0, from)
          .flatMap((other, to) =>
            other === character ? [] : [characters.with(from, other).with(to, character)],
          ),
      ),
    )
    expect(wrong.filter((typed) => parse(typed).is !== 'wrong-checksum')).toEqual([])
  })

  test('two to four characters wrong › never valid, and two or three have no position', () => {
    const change = fc.record({ position: fc.nat(29), step: fc.integer({ min: 1, max: 31 }) })
    const changes = fc.uniqueArray(change, {
      minLength: 2,
      maxLength: 4,
      selector: ({ position }) => position,
    })
    fc.assert(
      fc.property(fc.constantFrom(...codes), changes, (characters, drawn) => {
        const typed = drawn.reduce<readonly string[]>((list, { position, step }) => {
          const value = alphabet.indexOf(list[position] ?? '')
          return list.with(position, alphabet.charAt((value + step) % 32))
        }, characters)
        const result = parse(typed)
        return result.is === 'wrong-checksum' && (drawn.length === 4 || result.positions.length !== 1)
      }),
      { seed: caseSeed, numRuns: 5_000 },
    )
  })

  test.each([
    ['', 30],
    ['00112', 25],
    [code.slice(0, -1), 1],
    [`${code}0`, -1],
  ])('%j › incomplete', (text, missing) => {
    expect(parseRecoveryCode(text)).toEqual({ is: 'incomplete', missing })
  })

  test('one character left out and another doubled › one in a million is valid', () => {
    const wrong = codes.flatMap((characters) =>
      characters.flatMap((_, position) => {
        const shorter = characters.toSpliced(position, 1)
        return shorter
          .map((doubled, at) => shorter.toSpliced(at, 0, doubled))
          .filter((typed) => typed.join('') !== characters.join(''))
      }),
    )
    const valid = wrong.filter((typed) => parse(typed).is === 'valid')
    expect(wrong.length).toBeGreaterThan(8_000)
    // This sample contains such a pair, of which either is the other with one left out and another doubled.
    expect(valid.length).toBeLessThanOrEqual(2)
  })

  test('zeros, and a code rotated through its zeros › not valid', () => {
    expect(parseRecoveryCode('0'.repeat(30)).is).toBe('wrong-checksum')
    const zeroLed = compact(formatRecoveryCode(hexBytes('000000000000000000000000000000ff')))
    expect(parse([...zeroLed.slice(1), '0']).is).toBe('wrong-checksum')
  })

  test.each([1, 2, 3])('right check after the unused bits %i › wrong checksum', (bits) => {
    const data = [...Array.from({ length: 25 }, () => 0), bits]
    const checks = checkSymbols(data).map((symbol, at) => symbol ^ alphabet.indexOf('DBRC'.charAt(at)))
    expect(parse([...data, ...checks].map((symbol) => alphabet.charAt(symbol)))).toEqual({
      is: 'wrong-checksum',
      positions: [],
    })
  })

  test.each([
    ['U', 0],
    ['*', 0],
    ['é', 0],
    ['ı', 0],
    ['ſ', 0],
    ['０', 0],
    ['\u0000', 0],
  ])('%j › invalid character', (character, index) => {
    expect(parseRecoveryCode(`${character}${code.slice(1)}`)).toEqual({ is: 'invalid-character', index })
  })

  test('invalid character after hyphens › its index in the text', () => {
    expect(parseRecoveryCode(`${code.slice(0, 12)}u${code.slice(13)}`)).toEqual({
      is: 'invalid-character',
      index: 12,
    })
  })
})
