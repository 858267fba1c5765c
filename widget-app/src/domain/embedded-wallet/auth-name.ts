import type { EmbeddedAccount } from '#shared/api/embedded-account.ts'

/** Longest e-mail address that is shown completely (SPEC §9). */
const emailMaxShown = 30

type Identity = EmbeddedAccount['identities'][number]

/** Google states no user name, and Apple none after the first login: their identities are named by an e-mail address. */
const isNamedByEmail = ({ provider, name }: Identity) => provider === 'email' || /^\S+@\S+$/.test(name)

/** Discord added this to names without a number. */
const withoutZero = ({ provider, name }: Identity) =>
  provider === 'discord' ? name.replace(/#0$/, '') : name

/**
 * The name to show for a user (SPEC §5): the user name of a social login, else the e-mail address of the login by e-mail, else that
 * of a social login. A long address ends in '...'. Undefined without any.
 */
export function displayedAuthName(identities: readonly Identity[]): string | undefined {
  const social = identities.find((identity) => !isNamedByEmail(identity))
  if (social) return withoutZero(social)
  const email = (identities.find(({ provider }) => provider === 'email') ?? identities[0])?.name
  return email !== undefined && email.length > emailMaxShown ? `${email.slice(0, -3)}...` : email
}
