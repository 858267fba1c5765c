/** Addresses, hashes, keys and pairing codes are words of this length; words of a natural language are shorter. */
const secretPattern = /[a-z0-9]{25,}/gi

const messageMaxLength = 300

const textKeys = ['message', 'error', 'search'] as const
type TextKey = (typeof textKeys)[number]

/** An external text, cut and without addresses and keys. */
export const redactSecrets = (text: string, maxLength = messageMaxLength): string =>
  text.replace(secretPattern, '…').slice(0, maxLength)

/**
 * The properties of an event that contain text of the user, a wallet, a node or a service, redacted. Error messages often
 * name accounts, and users paste copied text into a search (privacy: an address is sent only if its event has a field for
 * it).
 */
export function redactProperties(properties: object): Readonly<Partial<Record<TextKey, string>>> {
  return Object.fromEntries(
    textKeys.flatMap((key) => {
      const text: unknown = Reflect.get(properties, key)
      return typeof text === 'string' ? [[key, redactSecrets(text)]] : []
    }),
  )
}
