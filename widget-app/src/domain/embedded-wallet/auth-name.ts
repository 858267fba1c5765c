import type { EmbeddedAccount } from '#shared/api/embedded-account.ts'

/** Longest e-mail address that is shown completely (SPEC §9). */
const emailMaxShown = 30

type Identity = EmbeddedAccount['identities'][number]

/** Discord added this to names without a number. */
const withoutZero = ({ provider, name }: Identity) =>
  provider === 'discord' ? name.replace(/#0$/, '') : name

/**
 * The name to show for a user (SPEC §5): that of a social login, else the e-mail address, of which a long one ends in '...'.
 * Undefined without either.
 */
export function displayedAuthName(identities: readonly Identity[]): string | undefined {
  const social = identities.find(({ provider }) => provider !== 'email')
  if (social) return withoutZero(social)
  const email = identities.find(({ provider }) => provider === 'email')?.name
  return email !== undefined && email.length > emailMaxShown ? `${email.slice(0, -3)}...` : email
}
