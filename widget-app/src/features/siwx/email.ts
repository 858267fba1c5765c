/** Frequent e-mail domains. */
const suffixes = ['gmail.com', 'outlook.com', 'yahoo.com', 'hotmail.com', 'aol.com', 'icloud.com', 'zoho.com']

/** How many addresses a browser stores per scope. */
export const recentEmailLimit = 3

/** Spaces, and characters of a list, a sentence or a link, which no address contains outside quotes (RFC 5321). */
const foreign = '\\s@<>()\\[\\],;:"\\\\\\p{Cc}\\p{Cf}'
const address = new RegExp(`^[^${foreign}]{1,64}@[^${foreign}.]+(?:\\.[^${foreign}.]+)+$`, 'u')

/** Longest e-mail address (RFC 5321). */
export const emailMaxLength = 254

/** Longest text that is searched for an address, because a contact has a name too. */
const readMaxLength = 2_048

/** Whether a text can be an e-mail address: local part and domain (RFC 5321 lengths). */
export const isEmail = (text: string): boolean => text.length <= emailMaxLength && address.test(text)

/**
 * Extracts the address from a typed or pasted text: a contact (`Ann <ann@shop.example>`), a link (`mailto:`) or the end of a
 * sentence, also in full-width characters of input methods.
 */
export function readEmail(typed: string): string {
  if (typed.length > readMaxLength) return typed
  const text = typed
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replaceAll('。', '.')
    .trim()
  const [, inside = text] = /<([^<>]*)>[\s,;.]*$/.exec(text) ?? []
  const [, linked = inside] = /^mailto:([^?]*)/i.exec(inside) ?? []
  return linked.replace(/^["'(]+|["'),;.\s]+$/g, '')
}

/** Completions of a typed address: with each suffix, or with those that begin as typed. */
export function suggestedEmails(typed: string): readonly string[] {
  const [, name, begun = ''] = /^([^\s@]{1,64})(?:@([^\s@]*))?$/.exec(typed.trim()) ?? []
  if (!name) return []
  return suffixes
    .filter((suffix) => suffix.startsWith(begun.toLowerCase()) && suffix !== begun)
    .map((suffix) => `${name}@${suffix}`)
}

/** The recent addresses with `email` added, latest first. */
export const withRecentEmail = (recent: readonly string[], email: string): readonly string[] =>
  [email, ...recent.filter((one) => one !== email)].slice(0, recentEmailLimit)
