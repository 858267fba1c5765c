import { base58 } from '@scure/base'
import { mnemonicToEntropy } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english'

/** A secret of a wallet, and what a text that contains it matches. */
type Secret = { readonly name: string; readonly patterns: readonly RegExp[] }

const literal = (text: string, flags = ''): RegExp =>
  new RegExp(text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'), flags)

/** Bytes as hexadecimal, base64, base64url and decimal numbers. */
const byteForms = (bytes: Uint8Array): readonly RegExp[] => {
  const buffer = Buffer.from(bytes)
  return [
    literal(buffer.toString('hex'), 'i'),
    literal(buffer.toString('base64').replaceAll('=', '')),
    literal(buffer.toString('base64url')),
    new RegExp([...bytes].join('\\D{1,12}')),
  ]
}

/** A text as it is, and as bytes. */
const textForms = (text: string): readonly RegExp[] => [literal(text), ...byteForms(Buffer.from(text))]

/** Three consecutive words of a phrase with any separators, and its entropy. */
export const phraseSecret = (words: readonly string[]): Secret => ({
  name: '12 words',
  patterns: [
    ...words.slice(2).map((_, at) => new RegExp(words.slice(at, at + 3).join('[^a-z]{1,8}'), 'i')),
    ...byteForms(mnemonicToEntropy(words.join(' '), wordlist)),
    ...byteForms(Buffer.from(words.join(' '))),
  ],
})

/** Two consecutive groups of a recovery code with any separator. */
export const codeSecret = (groups: readonly string[]): Secret => ({
  name: 'recovery code',
  patterns: [
    ...groups.slice(1).map((group, at) => new RegExp(`${groups[at]}[^0-9A-Z]{0,8}${group}`, 'i')),
    ...byteForms(Buffer.from(groups.join('-'))),
    ...byteForms(Buffer.from(groups.join(''))),
  ],
})

/** A private key as the vault exports it: hexadecimal, or both keys in base58, of which the first 32 bytes are private. */
export const keySecret = (name: string, key: string): Secret => ({
  name,
  patterns: [
    ...textForms(key),
    ...byteForms(key.startsWith('0x') ? Buffer.from(key.slice(2), 'hex') : base58.decode(key).slice(0, 32)),
  ],
})

/** Any other text. */
export const textSecret = (name: string, text: string): Secret => ({ name, patterns: textForms(text) })

/** The secrets that entries contain, as `secret in place`. */
export const findSecrets = (
  entries: readonly (readonly [place: string, value: string])[],
  secrets: readonly Secret[],
): readonly string[] =>
  entries.flatMap(([place, value]) =>
    secrets
      .filter(({ patterns }) => patterns.some((pattern) => pattern.test(value)))
      .map(({ name }) => `${name} in ${place}`),
  )
