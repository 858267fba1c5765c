import {
  getAuthMe,
  getAuthNonce,
  postAuthenticate,
  postOtp,
  postSignOut,
  putOtp,
} from '../../../../shared/api/auth.ts'
import { matchesOriginPattern } from '../../../../shared/api/origin-pattern.ts'
import type { SignInMessage } from '../../../../shared/channel/records/sign-in-session.ts'
import { parseSignInText } from '../../../../shared/siwx/parse-message.ts'
import { isWithinValidity, timeOf } from '../../../../shared/siwx/validity.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Mailer } from '../../ports/mail.ts'
import type { SecretHash } from '../../ports/secret-hash.ts'
import type { SignatureVerifier } from '../../ports/signatures.ts'
import type { Project } from '../../ports/stores/projects.ts'
import type { SharedEmailStore } from '../../ports/stores/shared-emails.ts'
import type { SignInStore } from '../../ports/stores/sign-ins.ts'
import { accountKey, accountKeyOf } from '../account-key.ts'
import { privateResponse } from '../cache-policy.ts'
import { HttpError, notConfigured } from '../http-error.ts'
import { codeLifetimeMs, randomCode, randomNonce, randomToken } from '../secrets.ts'
import { type Route, route } from './route.ts'

const nonceLifetimeMs = 300_000
/** How long a confirmed address needs no new code, if the caller has the id of the code. */
const confirmationLifetimeMs = 90 * 24 * 60 * 60_000
/** Wrong attempts that a code allows. */
export const codeAttemptLimit = 5
/** Lifetime of a sign-in session whose message has no expiration time. */
const sessionLifetimeMs = 30 * 24 * 60 * 60_000

/** Loopback: a project can be developed there without listing an origin. */
const loopbackPatterns = ['localhost:*', '127.0.0.1:*', '[::1]:*']

type SignInPorts = {
  readonly store: SignInStore
  readonly sharedEmails: Pick<SharedEmailStore, 'find'>
  readonly signatures: SignatureVerifier
  readonly secretHash: SecretHash
  /** Absent: no codes are sent, and no e-mail address can be confirmed. */
  readonly mailer: Mailer | undefined
  readonly clock: Clock
}

const bearerToken = (header: string | undefined): string => header?.replace(/^Bearer /i, '') ?? ''

/** Whether a message may sign in to a host of the project. A domain has no scheme; a listed pattern may have one. */
function isProjectHost({ allowedOrigins }: Project, domain: string): boolean {
  const origins = [`https://${domain}`, `http://${domain}`]
  return [...allowedOrigins, ...loopbackPatterns].some((pattern) =>
    origins.some((origin) => matchesOriginPattern(origin, pattern)),
  )
}

const isSameMessage = (one: SignInMessage, other: SignInMessage): boolean =>
  JSON.stringify(Object.entries(one).sort()) === JSON.stringify(Object.entries(other).sort())

/**
 * Sign-in with a wallet (CAIP-122, EIP-4361): single-use nonces, signatures verified by key or contract, sign-in sessions,
 * and codes that confirm an e-mail address. Tokens and codes are stored as hashes.
 */
export function signInRoutes({
  store,
  sharedEmails,
  signatures,
  secretHash,
  mailer,
  clock,
}: SignInPorts): readonly Route[] {
  return [
    route(getAuthNonce, privateResponse, async ({ project }) => {
      const [nonce, token] = [randomNonce(), randomToken()]
      const expiresAtMs = clock() + nonceLifetimeMs
      await store.addNonce({
        tokenHash: secretHash(token),
        projectKey: project.key,
        nonce,
        expiresAtMs,
      })
      return { nonce, token }
    }),

    route(postAuthenticate, privateResponse, async ({ body, header, project }) => {
      const now = clock()
      const storedNonce = await store.consumeNonce(secretHash(bearerToken(header('x-nonce-jwt'))), now)
      const message = parseSignInText(body.message)
      if (
        !storedNonce ||
        !message ||
        storedNonce.nonce !== message.nonce ||
        storedNonce.projectKey !== project.key
      )
        throw new HttpError(401, 'The nonce is unknown, used or expired')
      if (!isSameMessage(message, body.data)) throw new HttpError(400, 'The text differs from its data')
      if (!isProjectHost(project, message.domain))
        throw new HttpError(401, `The project does not list this site: ${message.domain}`)
      if (!isWithinValidity(message, now)) throw new HttpError(401, 'The message is not valid at this time')
      const { accountAddress, chainId } = message
      if (!(await signatures.isSignedBy(chainId, accountAddress, body.message, body.signature)))
        throw new HttpError(401, 'The signature is not valid')
      const codeId = header('x-otp')
      const owner = { projectKey: project.key, account: accountKey(chainId, accountAddress) }
      const { tokenHash: nonceHash } = storedNonce
      const email =
        codeId === undefined
          ? await sharedEmails.find({ ...owner, nonceHash, host: message.domain }, now)
          : await store.confirmedEmail(secretHash(codeId), owner, now)
      const token = randomToken()
      const messageExpiresAtMs =
        message.expirationTime === undefined ? Number.POSITIVE_INFINITY : timeOf(message.expirationTime)
      await store.addSession({
        tokenHash: secretHash(token),
        projectKey: project.key,
        message: message,
        email,
        expiresAtMs: Math.min(messageExpiresAtMs, now + sessionLifetimeMs),
      })
      return { token }
    }),

    route(getAuthMe, privateResponse, async ({ header, project }) => {
      const now = clock()
      const session = await store.findSession(secretHash(bearerToken(header('authorization'))), now)
      if (!session || session.projectKey !== project.key || !isWithinValidity(session.message, now))
        throw new HttpError(401, 'The session is unknown or expired')
      const { accountAddress: address, chainId } = session.message
      return { address, chainId, email: session.email ?? null }
    }),

    route(postSignOut, privateResponse, async ({ header }) => {
      await store.removeSession(secretHash(bearerToken(header('authorization'))))
      return {}
    }),

    route(postOtp, privateResponse, async ({ body: { email, account: accountId }, header, project }) => {
      if (mailer === undefined) throw notConfigured('mail server')
      const account = accountKeyOf(accountId)
      if (account === undefined) throw new HttpError(400, `Invalid CAIP-10 address: ${accountId}`)
      const now = clock()
      const earlierId = header('x-otp')
      const owner = { projectKey: project.key, account }
      // Without the id of the earlier code, a caller could find out which address an account has confirmed.
      if (
        earlierId !== undefined &&
        (await store.confirmedEmail(secretHash(earlierId), owner, now)) === email
      )
        return { uuid: null }
      const [uuid, code] = [crypto.randomUUID(), randomCode()]
      await store.addCode({
        idHash: secretHash(uuid),
        ...owner,
        email,
        codeHash: secretHash(`${uuid} ${code}`),
        expiresAtMs: now + codeLifetimeMs,
      })
      const address = accountId.slice(accountId.lastIndexOf(':') + 1)
      await mailer.send({
        to: email,
        subject: `${code} is your code for ${project.name}`,
        text: `Your code for ${project.name} is ${code}. It confirms this e-mail address for the account ${address}, and is valid for ${codeLifetimeMs / 60_000} minutes.\n\nIf you did not request it, or this is not your account, ignore this message.\n`,
      })
      return { uuid }
    }),

    route(putOtp, privateResponse, async ({ body, header }) => {
      const uuid = header('x-otp') ?? ''
      const idHash = secretHash(uuid)
      const now = clock()
      const attempt = await store.attemptCode(idHash, codeAttemptLimit, now)
      if (attempt.is === 'absent') throw new HttpError(404, 'The code is unknown or expired')
      if (attempt.is === 'exhausted') throw new HttpError(429, 'Too many wrong codes')
      if (attempt.codeHash !== secretHash(`${uuid} ${body.code}`)) throw new HttpError(400, 'Invalid code')
      await store.confirmCode(idHash, now + confirmationLifetimeMs)
      return {}
    }),
  ]
}
