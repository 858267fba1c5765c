import type { OAuthProviderId } from '../../../../../shared/api/embedded-social.ts'
import * as z from '../../../../../shared/zod.ts'
import { namelessAccount, type OAuthProvider } from '../../../ports/oauth.ts'

/** As long as identities store it. */
const nameMaxLength = 254

const subject = z.string().check(z.minLength(1), z.maxLength(255))
const name = z.string().check(z.minLength(1), z.maxLength(1_024))
const numericId = z.int().check(z.gt(0))

/** A name without control characters and line breaks, of at most 254 UTF-16 units and never half of a character. */
const displayName = (text: string): string =>
  text
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, ' ')
    .trim()
    .slice(0, nameMaxLength)
    .replace(/[\uD800-\uDBFF]$/, '')

/** The first name that has a visible character. */
const firstName = (...names: readonly (string | undefined)[]): string =>
  names.map((one) => displayName(one ?? '')).find((one) => one !== '') ?? namelessAccount

const noParameters = {}
const graph = 'v25.0'

const openIdClaims = z.object({ sub: subject, email: z.optional(name), name: z.optional(name) })
const xUser = z.object({ data: z.object({ id: subject, username: name }) })
const discordUser = z.object({ id: subject, username: name, discriminator: z.optional(z.string()) })
const githubUser = z.object({ id: numericId, login: name })
const facebookUser = z.object({ id: subject, name: z.optional(name) })
const appleUser = z.object({
  name: z.optional(z.object({ firstName: z.optional(z.string()), lastName: z.optional(z.string()) })),
})

/** Apple sends the name with the first login of a user only, and in a form field that it does not sign. */
function appleName(user: string | undefined): string | undefined {
  if (user === undefined) return undefined
  try {
    const { firstName: given, lastName } = z.parse(appleUser, JSON.parse(user)).name ?? {}
    return [given, lastName].filter((part) => part !== undefined).join(' ')
  } catch {
    // The login is valid without it.
    return undefined
  }
}

/** The services whose accounts log in, with the oddities of each. */
export const oauthProviders: { readonly [Id in OAuthProviderId]: OAuthProvider } = {
  google: {
    ...{ id: 'google', name: 'Google', issuer: 'https://accounts.google.com' },
    authorizationUrl: 'https://accounts.google.com/o/oauth2/v2/auth',
    tokenUrl: 'https://oauth2.googleapis.com/token',
    scope: 'openid email',
    // Else a browser with one account logs in without a question.
    parameters: { prompt: 'select_account' },
    ...{ clientAuth: 'post', responseMode: 'query' },
    account: {
      is: 'id-token',
      jwksUrl: 'https://www.googleapis.com/oauth2/v3/certs',
      read: (claims) => {
        const user = z.parse(openIdClaims, claims)
        return { subject: user.sub, name: firstName(user.email, user.name) }
      },
    },
  },
  x: {
    ...{ id: 'x', name: 'X', issuer: undefined },
    authorizationUrl: 'https://x.com/i/oauth2/authorize',
    tokenUrl: 'https://api.x.com/2/oauth2/token',
    scope: 'users.read tweet.read',
    parameters: noParameters,
    ...{ clientAuth: 'basic', responseMode: 'query' },
    account: {
      is: 'user-info',
      url: 'https://api.x.com/2/users/me',
      read: (json) => {
        const { data } = z.parse(xUser, json)
        return { subject: data.id, name: firstName(data.username) }
      },
    },
  },
  discord: {
    ...{ id: 'discord', name: 'Discord', issuer: 'https://discord.com' },
    authorizationUrl: 'https://discord.com/oauth2/authorize',
    tokenUrl: 'https://discord.com/api/oauth2/token',
    scope: 'identify',
    parameters: noParameters,
    ...{ clientAuth: 'post', responseMode: 'query' },
    account: {
      is: 'user-info',
      url: 'https://discord.com/api/users/@me',
      read: (json) => {
        const { id, username, discriminator = '0' } = z.parse(discordUser, json)
        // Users whose names are unique have the discriminator 0, which is not shown (SPEC §5).
        const isUnique = discriminator === '0' || discriminator === '0000'
        return { subject: id, name: firstName(isUnique ? username : `${username}#${discriminator}`) }
      },
    },
  },
  apple: {
    ...{ id: 'apple', name: 'Apple', issuer: 'https://appleid.apple.com' },
    authorizationUrl: 'https://appleid.apple.com/auth/authorize',
    tokenUrl: 'https://appleid.apple.com/auth/token',
    scope: 'name email',
    // Required for any scope.
    parameters: { response_mode: 'form_post' },
    ...{ clientAuth: 'post', responseMode: 'form-post' },
    account: {
      is: 'id-token',
      jwksUrl: 'https://appleid.apple.com/auth/keys',
      read: (claims, { user: form }) => {
        const user = z.parse(openIdClaims, claims)
        return { subject: user.sub, name: firstName(appleName(form), user.email) }
      },
    },
  },
  github: {
    ...{ id: 'github', name: 'GitHub', issuer: 'https://github.com/login/oauth' },
    authorizationUrl: 'https://github.com/login/oauth/authorize',
    tokenUrl: 'https://github.com/login/oauth/access_token',
    scope: '',
    parameters: { prompt: 'select_account' },
    ...{ clientAuth: 'post', responseMode: 'query' },
    account: {
      is: 'user-info',
      url: 'https://api.github.com/user',
      read: (json) => {
        const { id, login } = z.parse(githubUser, json)
        // A login can be renamed and then belong to another user.
        return { subject: String(id), name: firstName(login) }
      },
    },
  },
  facebook: {
    ...{ id: 'facebook', name: 'Facebook', issuer: 'https://www.facebook.com' },
    authorizationUrl: `https://www.facebook.com/${graph}/dialog/oauth`,
    tokenUrl: `https://graph.facebook.com/${graph}/oauth/access_token`,
    scope: 'public_profile',
    parameters: noParameters,
    ...{ clientAuth: 'post', responseMode: 'query' },
    account: {
      is: 'user-info',
      url: `https://graph.facebook.com/${graph}/me`,
      query: { fields: 'id,name' },
      read: (json) => {
        const user = z.parse(facebookUser, json)
        return { subject: user.id, name: firstName(user.name) }
      },
    },
  },
}

/** A provider whose hosts are replaced by one origin, for one that an operator runs, and for tests. Paths stay. */
export function atOrigin(provider: OAuthProvider, origin: string): OAuthProvider {
  const moved = (url: string) => `${origin}${new URL(url).pathname.replace(/\/$/, '')}`
  const { issuer, account } = provider
  return {
    ...provider,
    issuer: issuer === undefined ? undefined : moved(issuer),
    authorizationUrl: moved(provider.authorizationUrl),
    tokenUrl: moved(provider.tokenUrl),
    account:
      account.is === 'id-token'
        ? { ...account, jwksUrl: moved(account.jwksUrl) }
        : { ...account, url: moved(account.url) },
  }
}
