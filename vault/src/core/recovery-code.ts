import type { Bytes } from './bytes.ts'
import { checkSymbolCount, checkSymbols, isCodeword, wrongSymbolPosition } from './reed-solomon.ts'

/**
 * Crockford's base32: each character has one value, and the characters that are confused on paper (O with 0, I and L with 1)
 * are accepted as what they look like. bech32 (BIP-173) has no O, I and 1, so that it cannot do this. Crockford's check
 * symbol is not used: it needs five more characters (`*~$=U`) and cannot locate an error.
 */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const confused: Readonly<Record<string, string>> = { O: '0', I: '1', L: '1' }

/** Spaces, and hyphens as they are typed, corrected and printed. */
const separator = /[\s\-‐-―]/

const factorLength = 16
const bitsPerSymbol = 5
/** 128 bits and two zero bits. */
const dataSymbolCount = 26
const symbolCount = dataSymbolCount + checkSymbolCount
const groupLength = 5

/**
 * Added to the check symbols: without them, a code of only zeros would be valid, and so would each valid code that is
 * rotated by leading zeros. The letters are D, B, R and C.
 */
const checkOffset: readonly number[] = [13, 11, 24, 12]

/** A parsed recovery code, or why it is none. */
export type ParsedRecoveryCode =
  | { readonly is: 'valid'; readonly factor: Bytes }
  /** The number of characters that are still to type; negative if there are too many. */
  | { readonly is: 'incomplete'; readonly missing: number }
  /** The first character that no code contains, and its index in the text in UTF-16 units. */
  | { readonly is: 'invalid-character'; readonly index: number }
  /**
   * Positions of the wrong characters, counted from 0 without separators: one if only that one is wrong, two if two
   * neighbours are swapped, otherwise none. They are a hint to show, never a correction to make: with four wrong characters
   * or more they can be others.
   */
  | { readonly is: 'wrong-checksum'; readonly positions: readonly number[] }

const withOffset = (symbols: readonly number[]): readonly number[] =>
  symbols.map((symbol, at) => symbol ^ (checkOffset[at - dataSymbolCount] ?? 0))

/** Creates the factor of a recovery code: 128 random bits. */
export const createRecoveryFactor = (): Bytes => crypto.getRandomValues(new Uint8Array(factorLength))

/**
 * Formats a factor of 16 bytes as a recovery code of 30 characters in 6 groups: 26 characters of Crockford's base32 (the
 * bits, most significant first, and two zero bits), and 4 check characters (`reed-solomon.ts`). The check detects any four
 * wrong characters, thus also any two that are swapped; of all other errors it misses about one in a million.
 * @throws RangeError if the factor is not 16 bytes.
 * @example formatRecoveryCode(new Uint8Array(16)) // '00000-00000-00000-00000-00000-0DBRC'
 */
export function formatRecoveryCode(factor: Uint8Array): string {
  if (factor.length !== factorLength) throw new RangeError(`A recovery factor must be ${factorLength} bytes`)
  const data: number[] = []
  let pending = 0
  let pendingBits = 0
  for (const byte of factor) {
    pending = (pending << 8) | byte
    pendingBits += 8
    while (pendingBits >= bitsPerSymbol) {
      pendingBits -= bitsPerSymbol
      data.push(pending >> pendingBits)
      pending &= (1 << pendingBits) - 1
    }
  }
  data.push(pending << (bitsPerSymbol - pendingBits))
  const characters = withOffset([...data, ...checkSymbols(data)]).map((symbol) => alphabet[symbol])
  return Array.from({ length: symbolCount / groupLength }, (_, group) =>
    characters.slice(group * groupLength, (group + 1) * groupLength).join(''),
  ).join('-')
}

/**
 * Parses a recovery code as a person types it: in any case, with any spaces and hyphens, O for 0, and I or L for 1.
 * Detects with certainty any single wrong character and any two neighbours that are swapped.
 */
export function parseRecoveryCode(text: string): ParsedRecoveryCode {
  const symbols: number[] = []
  for (let index = 0; index < text.length; index += 1) {
    const character = text.charAt(index)
    if (separator.test(character)) continue
    const symbol = symbolOf(character)
    if (symbol < 0) return { is: 'invalid-character', index }
    symbols.push(symbol)
  }
  if (symbols.length !== symbolCount) return { is: 'incomplete', missing: symbolCount - symbols.length }
  return isValid(symbols) ? factorOf(symbols) : { is: 'wrong-checksum', positions: suspectPositions(symbols) }
}

/** Value of a character; -1 if a code does not contain it. Only ASCII: `toUpperCase` makes an I of a dotless ı. */
function symbolOf(character: string): number {
  if (!/^[0-9A-Za-z]$/.test(character)) return -1
  const upper = character.toUpperCase()
  return alphabet.indexOf(confused[upper] ?? upper)
}

const isValid = (symbols: readonly number[]): boolean => isCodeword(withOffset(symbols))

function suspectPositions(symbols: readonly number[]): readonly number[] {
  const wrong = wrongSymbolPosition(withOffset(symbols))
  if (wrong !== undefined) return [wrong]
  // At most one exchange makes the code valid, because two valid codes differ in at least 5 characters.
  const swapped = symbols.findIndex((symbol, at) => {
    const next = symbols[at + 1]
    return next !== undefined && isValid(symbols.with(at, next).with(at + 1, symbol))
  })
  return swapped < 0 ? [] : [swapped, swapped + 1]
}

function factorOf(symbols: readonly number[]): ParsedRecoveryCode {
  const factor = new Uint8Array(factorLength)
  let pending = 0
  let pendingBits = 0
  let at = 0
  for (const symbol of symbols.slice(0, dataSymbolCount)) {
    pending = (pending << bitsPerSymbol) | symbol
    pendingBits += bitsPerSymbol
    if (pendingBits < 8) continue
    pendingBits -= 8
    factor[at] = pending >> pendingBits
    at += 1
    pending &= (1 << pendingBits) - 1
  }
  // The two bits at the end are zero in every code that this function's counterpart formats.
  return pending === 0 ? { is: 'valid', factor } : { is: 'wrong-checksum', positions: [] }
}
