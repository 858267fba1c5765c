import { namelessAccount } from '../ports/oauth.ts'
import type { EmbeddedIdentity } from '../ports/stores/embedded-users.ts'

/**
 * The name of a known identity after a login, which states it again: users rename their accounts. A login that states no name
 * keeps the known one.
 */
export function refreshedName(known: string, { provider, subject, name }: EmbeddedIdentity): string {
  // The text for a Farcaster account whose relay states no user name is its number.
  if (name === namelessAccount || (provider === 'farcaster' && name === `!${subject}`)) return known
  // Apple sends the user's name with the first login only, and the e-mail address with each.
  const isNamed = known !== namelessAccount && !known.includes('@')
  return provider === 'apple' && isNamed && name.includes('@') ? known : name
}
