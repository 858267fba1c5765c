/** Suffixes that most addresses end with. */
const suffixes = ['gmail.com', 'outlook.com', 'yahoo.com', 'hotmail.com', 'aol.com', 'icloud.com', 'zoho.com']

/** How many addresses a browser remembers for a site. */
export const recentEmailLimit = 3

/** Whether a text can be an e-mail address: something at a domain, no spaces (RFC 5321 lengths). */
export const isEmail = (text: string): boolean =>
  text.length <= 254 && /^[^\s@]{1,64}@[^\s@.]+(\.[^\s@.]+)+$/.test(text)

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
