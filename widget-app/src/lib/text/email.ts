/** Frequent e-mail domains. */
const suffixes = ['gmail.com', 'outlook.com', 'yahoo.com', 'hotmail.com', 'aol.com', 'icloud.com', 'zoho.com']

/** Spaces, and characters of a list, a sentence or a link, which no address contains outside quotes (RFC 5321). */
const excluded = '\\s@<>()\\[\\],;:"\\\\\\p{Cc}\\p{Cf}'
const address = new RegExp(`^[^${excluded}]{1,64}@[^${excluded}.]+(?:\\.[^${excluded}.]+)+$`, 'u')

/** Longest e-mail address (RFC 5321). */
export const emailMaxLength = 254

/** Longest text that is searched for an address, because a contact has a name too. */
const inputMaxLength = 2_048

/** Whether a text can be an e-mail address: local part and domain (RFC 5321 lengths). */
export const isEmail = (text: string): boolean => text.length <= emailMaxLength && address.test(text)

/**
 * Extracts the address from a typed or pasted text: a contact (`Ann <ann@shop.example>`), a link (`mailto:`) or the end of a
 * sentence, also in full-width characters of input methods.
 */
export function parseEmail(typed: string): string {
  if (typed.length > inputMaxLength) return typed
  const text = typed
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replaceAll('。', '.')
    .trim()
  const [, inside = text] = /<([^<>]*)>[\s,;.]*$/.exec(text) ?? []
  const [, unlinked = inside] = /^mailto:([^?]*)/i.exec(inside) ?? []
  return unlinked.replace(/^["'(]+|["'),;.\s]+$/g, '')
}

/** Completions of a typed address: with each suffix, or with those that begin as typed. */
export function suggestedEmails(typed: string): readonly string[] {
  const [, name, domainStart = ''] = /^([^\s@]{1,64})(?:@([^\s@]*))?$/.exec(typed.trim()) ?? []
  if (!name) return []
  return suffixes
    .filter((suffix) => suffix.startsWith(domainStart.toLowerCase()) && suffix !== domainStart)
    .map((suffix) => `${name}@${suffix}`)
}
