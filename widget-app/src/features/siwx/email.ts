/** Suffixes that most addresses end with. */
const suffixes = ['gmail.com', 'outlook.com', 'yahoo.com', 'hotmail.com', 'aol.com', 'icloud.com', 'zoho.com']

/** How many addresses a browser remembers for a site. */
export const recentEmailLimit = 3

/** Spaces, and signs of a list, a sentence or a link, which no address has outside of quotes (RFC 5321). */
const foreign = '\\s@<>()\\[\\],;:"\\\\\\p{Cc}\\p{Cf}'
const address = new RegExp(`^[^${foreign}]{1,64}@[^${foreign}.]+(?:\\.[^${foreign}.]+)+$`, 'u')

/** Longest e-mail address (RFC 5321). */
export const emailMaxLength = 254

/** Longest text that is searched for an address: a contact has a name beside it. */
const readMaxLength = 2_048

/** Whether a text can be an e-mail address: something at a domain (RFC 5321 lengths). */
export const isEmail = (text: string): boolean => text.length <= emailMaxLength && address.test(text)

/**
 * The address in a text that is typed or pasted: of a contact (`Ann <ann@shop.example>`), a link (`mailto:`) or the end of a
 * sentence, in the letters of input methods too.
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

/** Whole addresses that what was typed may become: with each suffix, or those that go on as it began. */
export function suggestedEmails(typed: string): readonly string[] {
  const [, name, begun = ''] = /^([^\s@]{1,64})(?:@([^\s@]*))?$/.exec(typed.trim()) ?? []
  if (!name) return []
  return suffixes
    .filter((suffix) => suffix.startsWith(begun.toLowerCase()) && suffix !== begun)
    .map((suffix) => `${name}@${suffix}`)
}

/** The remembered addresses after one was used, latest first. */
export const withRecentEmail = (recent: readonly string[], email: string): readonly string[] =>
  [email, ...recent.filter((one) => one !== email)].slice(0, recentEmailLimit)
