import { entropyToMnemonic, mnemonicToEntropy } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english'
import type { Bytes } from './bytes.ts'
import { assertEntropy } from './entropy.ts'

const wordCount = 12
const knownWords: ReadonlySet<string> = new Set(wordlist)

/** A parsed recovery phrase, or the first rule of BIP-39 that it breaks. No member repeats what the user typed. */
export type ParsedRecoveryPhrase =
  | { readonly is: 'valid'; readonly entropy: Bytes }
  | { readonly is: 'wrong-word-count'; readonly count: number }
  /** Positions of the words that are not in the list, counted from 0. */
  | { readonly is: 'unknown-words'; readonly positions: readonly number[] }
  | { readonly is: 'wrong-checksum' }

/**
 * Formats a wallet's entropy as its recovery phrase: 12 English words of BIP-39, separated by spaces. The phrase is a text,
 * which cannot be erased: call it only to show the phrase.
 * @throws RangeError if the entropy is not 16 bytes.
 */
export function formatRecoveryPhrase(entropy: Uint8Array): string {
  assertEntropy(entropy)
  return entropyToMnemonic(entropy, wordlist)
}

/** Parses 12 English words of BIP-39. Case, and the kind and number of spaces, do not matter. */
export function parseRecoveryPhrase(text: string): ParsedRecoveryPhrase {
  const words = text
    .normalize('NFKD')
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
  if (words.length !== wordCount) return { is: 'wrong-word-count', count: words.length }
  const positions = words.flatMap((word, position) => (knownWords.has(word) ? [] : [position]))
  if (positions.length > 0) return { is: 'unknown-words', positions }
  try {
    return { is: 'valid', entropy: new Uint8Array(mnemonicToEntropy(words.join(' '), wordlist)) }
  } catch {
    return { is: 'wrong-checksum' }
  }
}
