import { type OAuthProviderId, oauthProviderIds } from '../../../../../shared/api/embedded-social.ts'
import * as z from '../../../../../shared/zod.ts'
import type { Logger } from '../../../ports/logger.ts'
import type { OAuthClient, OAuthRequest } from '../../../ports/oauth.ts'
import { type SecretBox, SecretBoxError } from '../../../ports/secret-box.ts'
import type {
  SocialAttempt,
  SocialAttemptChange,
  SocialAttemptState,
  SocialFailure,
} from '../../../ports/stores/social-attempts.ts'
import { VendorError, type VendorFailure } from '../../../ports/vendor.ts'
import { randomToken } from '../../secrets.ts'
import { waitForChange } from '../../wait-for-change.ts'
import { type AttemptPorts, attemptTopic, startTopic } from './attempts.ts'
import { attemptPage, confirmPath, messagePage } from './window-pages.ts'

const callbackPath = '/embedded/v1/social/callback'
const requestContext = 'social-request'
const returnContext = (provider: OAuthProviderId): string => `social-return ${provider}`

export type WindowPorts = AttemptPorts & {
  readonly secrets: SecretBox
  readonly logger: Logger
}

/** A document, or a redirect. `browser`: value of the cookie to set. */
export type WindowResponse =
  | { readonly is: 'page'; readonly status: 200 | 400 | 403 | 404; readonly html: string }
  | { readonly is: 'redirect'; readonly url: string; readonly browser?: string }

/** Parameters of a request of the window, as text. */
export type Parameters = Readonly<Record<string, string>>

const token = z.string().check(z.regex(/^[0-9a-f]{64}$/))
const sealedRequest = z.object({ state: token, codeVerifier: token, nonce: token })
const returnedFields = z.object({
  ...{ code: z.optional(z.string().check(z.maxLength(2_048))), state: token },
  error: z.optional(z.string().check(z.maxLength(128))),
  ...{ iss: z.optional(z.string().check(z.maxLength(512))) },
  user: z.optional(z.string().check(z.maxLength(1_024))),
})

/** Errors by which providers report that the user has cancelled (RFC 6749 §4.1.2.1; Apple's own). */
const cancellations: ReadonlySet<string> = new Set(['access_denied', 'user_cancelled_authorize'])

const failureOf = { limited: 'unavailable', unavailable: 'unavailable', rejected: 'rejected' } as const
const socialFailureOf = (reason: VendorFailure): SocialFailure =>
  reason === 'invalid' ? 'invalid' : failureOf[reason]

const isToken = (text: string | undefined): text is string => z.safeParse(token, text).success

const refusedPage = (status: 400 | 403 | 404, text: string): WindowResponse => ({
  ...{ is: 'page', status },
  html: messagePage('This page is not valid', text),
})
/** Responds to a request that belongs to no attempt. */
export const unknownPage = (): WindowResponse =>
  refusedPage(404, 'The login is unknown or expired. Go back to the site and start again.')
const otherBrowserPage = () =>
  refusedPage(
    403,
    'The login began in another browser, was used before, or has expired. Go back to the site and start again.',
  )

/**
 * The window's side of logins with accounts of other services. The window gives nothing to the frame that has opened it, and
 * its answer completes nothing by itself: the frame does, with its key. Each step belongs to the browser that has opened the
 * window first, by a cookie, and happens once.
 */
export function createSocialWindow(ports: WindowPorts) {
  const { store, clients, origin, secretHash, secrets, wakeups, waits, logger, clock } = ports
  const redirectUriOf = (provider: OAuthProviderId) => `${origin}${callbackPath}/${provider}`
  const confirmUrl = ({ idHash }: SocialAttempt): WindowResponse => ({
    ...{ is: 'redirect', url: `${origin}${confirmPath}?attempt=${idHash}` },
  })

  /** The attempt of a start secret; waits for it if it does not exist yet. */
  async function awaitAttempt(startHash: string, signal: AbortSignal): Promise<SocialAttempt | undefined> {
    const listener = wakeups.listen(startTopic(startHash))
    const find = () => store.find({ startHash }, clock())
    try {
      return (
        (await find()) ??
        (await waitForChange(
          { listener, waitMs: waits.startMs, signal },
          find,
          (found) => found !== undefined,
        ))
      )
    } finally {
      listener.close()
    }
  }

  /** Changes an attempt that is in a state, and wakes the frame. */
  async function move(
    { idHash }: SocialAttempt,
    state: SocialAttemptState,
    change: SocialAttemptChange,
  ): Promise<void> {
    await store.change({ idHash, state }, change, clock())
    wakeups.notify(attemptTopic(idHash))
  }

  /** Secrets of the attempt's request. @throws SecretBoxError */
  function requestOf({ provider, sealed }: SocialAttempt): OAuthRequest {
    const text = secrets.open(sealed ?? '', requestContext)
    return { redirectUri: redirectUriOf(provider), ...z.parse(sealedRequest, JSON.parse(text)) }
  }

  /** What happens after the provider has returned the browser. */
  async function changeAfter(
    attempt: SocialAttempt,
    client: OAuthClient,
    parameters: Parameters,
  ): Promise<SocialAttemptChange> {
    const { provider } = attempt
    if (parameters.error !== undefined && cancellations.has(parameters.error)) return { state: 'cancelled' }
    try {
      if (parameters.error !== undefined)
        throw new VendorError(client.name, 'rejected', 'the authorization request was refused')
      return { state: 'identified', account: await client.identify(parameters, requestOf(attempt)) }
    } catch (error) {
      const { reason, message } =
        error instanceof VendorError ? error : { reason: 'invalid' as const, message: 'unexpected error' }
      logger.warn({ provider, reason, message }, 'social login failed')
      if (!(error instanceof VendorError)) {
        await move(attempt, 'returned', { state: 'failed', failure: 'invalid' })
        throw error
      }
      return { state: 'failed', failure: socialFailureOf(reason) }
    }
  }

  function parametersOf(
    provider: OAuthProviderId,
    { responseMode }: OAuthClient,
    query: Parameters,
  ): Parameters | undefined {
    if (responseMode === 'query') return query
    try {
      const text = secrets.open(query.returned ?? '', returnContext(provider))
      return z.parse(z.record(z.string(), z.string()), JSON.parse(text))
    } catch (error) {
      if (error instanceof SecretBoxError) return undefined
      throw error
    }
  }

  const configured = (text: string) => {
    const provider = oauthProviderIds.find((id) => id === text)
    const client = provider && clients.get(provider)
    return client && { provider, client }
  }

  return {
    /** Whether the cookie is sent over TLS only: then its name has the prefix `__Host-`. */
    isSecure: origin.startsWith('https:'),
    /** Begins the attempt, and sends the browser to the provider. Again, if the same browser returns to the page. */
    start: async (
      secret: string,
      browser: string | undefined,
      signal: AbortSignal,
    ): Promise<WindowResponse> => {
      if (!isToken(secret)) return unknownPage()
      const startHash = secretHash(secret)
      const attempt = await awaitAttempt(startHash, signal)
      const client = attempt && clients.get(attempt.provider)
      if (client === undefined) return unknownPage()
      const own = isToken(browser) ? browser : randomToken()
      const request = { state: randomToken(), codeVerifier: randomToken(), nonce: randomToken() }
      const [browserHash, state] = [secretHash(own), 'started' as const]
      const change = {
        ...{ state, browserHash, stateHash: secretHash(request.state) },
        sealed: secrets.seal(JSON.stringify(request), requestContext),
      }
      const started =
        (await store.change({ startHash, state: 'created' }, change, clock())) ??
        (await store.change({ startHash, state, browserHash }, change, clock()))
      if (started === undefined) {
        // The window of an attempt that has returned from the service was opened again.
        const own =
          isToken(browser) && (await store.find({ startHash, browserHash: secretHash(browser) }, clock()))
        return own ? confirmUrl(own) : otherBrowserPage()
      }
      const redirectUri = redirectUriOf(started.provider)
      return { is: 'redirect', url: await client.authorizationUrl({ redirectUri, ...request }), browser: own }
    },

    /**
     * The response of a provider that sends it by a POST of its own site, in which a browser sends no cookies of this one: it
     * is passed on, encrypted, to a GET of this site, which has them.
     */
    returnForm: (providerText: string, fields: Parameters): WindowResponse => {
      const found = configured(providerText)
      const parsed = z.safeParse(returnedFields, fields)
      if (found?.client.responseMode !== 'form-post' || !parsed.success) return unknownPage()
      const returned = secrets.seal(JSON.stringify(parsed.data), returnContext(found.provider))
      return { is: 'redirect', url: `${redirectUriOf(found.provider)}?${new URLSearchParams({ returned })}` }
    },

    /** The browser returns from the provider. `state` is used up before anything is read of the provider. */
    callback: async (
      providerText: string,
      query: Parameters,
      browser: string | undefined,
    ): Promise<WindowResponse> => {
      const found = configured(providerText)
      const parameters = found && parametersOf(found.provider, found.client, query)
      if (found === undefined || parameters === undefined) return unknownPage()
      const { provider, client } = found
      if (!isToken(parameters.state) || !isToken(browser)) return otherBrowserPage()
      const [stateHash, browserHash] = [secretHash(parameters.state), secretHash(browser)]
      const key = { stateHash, provider, browserHash, state: 'started' } as const
      const attempt = await store.change(key, { state: 'returned' }, clock())
      if (attempt === undefined) return otherBrowserPage()
      await move(attempt, 'returned', await changeAfter(attempt, client, parameters))
      return confirmUrl(attempt)
    },

    /** The page that asks the user to continue, or that states how the attempt has ended. */
    page: async (idHash: string, browser: string | undefined): Promise<WindowResponse> => {
      if (!isToken(browser)) return otherBrowserPage()
      const attempt = await store.find({ idHash, browserHash: secretHash(browser) }, clock())
      const client = attempt && clients.get(attempt.provider)
      if (attempt === undefined || client === undefined) return otherBrowserPage()
      return { is: 'page', status: 200, html: attemptPage(attempt, client.name) }
    },

    /** The user's answer on that page; only the first one counts. @param from origin of the page that has sent it. */
    answer: async (
      { attempt: idHash = '', answer }: Parameters,
      browser: string | undefined,
      from: string | undefined,
    ): Promise<WindowResponse> => {
      // The cookie alone is enough in browsers that know SameSite.
      if (from !== origin || !isToken(browser)) return otherBrowserPage()
      const key = { idHash, browserHash: secretHash(browser), state: 'identified' } as const
      const state = answer === 'continue' ? 'confirmed' : 'cancelled'
      await store.change(key, { state }, clock())
      wakeups.notify(attemptTopic(idHash))
      const attempt = await store.find({ idHash, browserHash: key.browserHash }, clock())
      return attempt === undefined ? otherBrowserPage() : confirmUrl(attempt)
    },
  }
}

export type SocialWindow = ReturnType<typeof createSocialWindow>
