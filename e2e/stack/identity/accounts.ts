import { createHash } from 'node:crypto'
import type { Fault as OAuthFault, OAuthUser } from '#server/core/embedded/testing/social/oauth-peer.ts'
import type { OpenIdUser } from '#server/core/embedded/testing/social/openid-peer.ts'
import type { OAuthProviderId } from '#shared/api/embedded-social.ts'

/** Accounts that each provider proposes. Any other e-mail address has an account too. */
export const proposedAccounts = [
  { email: 'ada@mail.example', firstName: 'Ada', lastName: 'Lovelace' },
  { email: 'grace@mail.example', firstName: 'Grace', lastName: 'Hopper' },
  { email: 'alan@mail.example', firstName: 'Alan', lastName: 'Turing' },
] as const

/** Number of digits of an id that is the same in each run. */
const idOf = (provider: OAuthProviderId, email: string, digits: number): string => {
  const hash = createHash('sha256').update(`${provider} ${email}`).digest('hex')
  return `1${BigInt(`0x${hash}`)
    .toString()
    .slice(0, digits - 1)}`
}

const userNameOf = (email: string): string => email.slice(0, email.indexOf('@'))

function nameOf(email: string): { readonly firstName: string; readonly lastName: string } {
  const proposed = proposedAccounts.find((account) => account.email === email)
  return proposed ?? { firstName: userNameOf(email), lastName: 'Example' }
}

/** What differs from the first account, by the provider's oddities: for manual testing. */
const isGrace = (email: string): boolean => email === proposedAccounts[1].email

/** Google has verified each address, except Grace's. Apple hides Grace's address, and states a name once. */
export const openIdUsers = {
  google: (email: string): OpenIdUser => ({
    ...{ sub: idOf('google', email, 21), email, email_verified: !isGrace(email) },
  }),
  apple: (email: string): OpenIdUser => {
    const sub = `000${idOf('apple', email, 3)}.${idOf('apple', email, 32)}.1906`
    const { firstName, lastName } = nameOf(email)
    return {
      ...{ sub, email: isGrace(email) ? 'x7k2@privaterelay.appleid.com' : email, email_verified: true },
      fullName: { firstName, lastName },
    }
  },
} as const satisfies Readonly<Record<string, (email: string) => OpenIdUser>>

/** What the APIs for the current user return. Grace's account at Discord still has a discriminator. */
export const oauthUsers = {
  x: (email: string): OAuthUser => ({
    ...{ id: idOf('x', email, 18), username: userNameOf(email), name: nameOf(email).firstName },
  }),
  discord: (email: string): OAuthUser => ({
    ...{ id: idOf('discord', email, 18), username: userNameOf(email) },
    ...{ discriminator: isGrace(email) ? '1906' : '0', global_name: nameOf(email).firstName },
  }),
  github: (email: string): OAuthUser => ({
    // The address is private: it is not in this response.
    ...{ id: Number(idOf('github', email, 9)), login: userNameOf(email), email: null },
  }),
  facebook: (email: string): OAuthUser => {
    const { firstName, lastName } = nameOf(email)
    return { id: idOf('facebook', email, 17), name: `${firstName} ${lastName}` }
  },
} as const satisfies Readonly<Record<string, (email: string) => OAuthUser>>

const domainOf = (email = ''): string => email.slice(email.indexOf('@') + 1)

/** What the API for the current user responds with in place of an account: by the domain of its e-mail address. */
const oauthFaults = new Map<string, OAuthFault>([
  ['down.example', { status: 503, body: { error: 'unavailable' } }],
  ['garbled.example', 'garbage'],
  ['silent.example', 'no-response'],
])

export const oauthFaultOf = (email: string | undefined): OAuthFault | undefined =>
  oauthFaults.get(domainOf(email))

/** Google and Apple state no account at `down.example`. */
export const isDownForOpenId = ({ email }: OpenIdUser): boolean => domainOf(email) === 'down.example'
