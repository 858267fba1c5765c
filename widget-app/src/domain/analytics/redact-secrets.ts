/** Addresses, hashes, keys and pairing codes are words of this length; words of a language are not. */
const secretWord = /[a-z0-9]{25,}/gi

const messageMaxLength = 300

const wordsKeys = ['message', 'error', 'search'] as const
type WordsKey = (typeof wordsKeys)[number]

/** What somebody else said, cut and without addresses and keys. */
export const redactSecrets = (text: string, maxLength = messageMaxLength): string =>
  text.replace(secretWord, '…').slice(0, maxLength)

/**
 * The properties of an event that hold words of a person, a wallet, a node or a service, without the addresses and keys in
 * them: who says why something failed likes to name the accounts, and into a search people paste whatever they have copied
 * (privacy: no address but where the field's event has one).
 */
export function redactProperties(properties: object): Readonly<Partial<Record<WordsKey, string>>> {
  return Object.fromEntries(
    wordsKeys.flatMap((key) => {
      const text: unknown = Reflect.get(properties, key)
      return typeof text === 'string' ? [[key, redactSecrets(text)]] : []
    }),
  )
}
