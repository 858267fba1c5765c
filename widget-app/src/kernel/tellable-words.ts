/** Addresses, hashes, keys and pairing codes are words of this length; words of a language are not. */
const secretWord = /[a-z0-9]{25,}/gi

const messageMaxLength = 300

/** What somebody else said, cut and without addresses and keys. */
export const tellable = (text: string, maxLength = messageMaxLength): string =>
  text.replace(secretWord, '…').slice(0, maxLength)

/**
 * The properties of an event that hold words of a wallet, a node or a service, without the addresses and keys in them: who
 * says why something failed likes to name the accounts (privacy: no address but where the field's event has one).
 */
export function tellableWords(properties: object): { readonly message?: string; readonly error?: string } {
  const told = (text: unknown) => (typeof text === 'string' ? tellable(text) : undefined)
  const message = 'message' in properties ? told(properties.message) : undefined
  const error = 'error' in properties ? told(properties.error) : undefined
  return { ...(message === undefined ? {} : { message }), ...(error === undefined ? {} : { error }) }
}
