import type { ChainId } from '#shared/caip/chain-id.ts'
import type { SignInMessage, SignInSession } from '#shared/channel/records/sign-in-session.ts'
import type { SiwxConfig } from '#shared/config/siwx-config.ts'
import { isProviderRpcError, providerCodes } from '#shared/errors/provider-error.ts'
import { isWidgetError } from '#shared/errors/widget-error.ts'
import { signInText } from '#shared/siwx/format-message.ts'
import { domainOf, uriWithin } from '#shared/siwx/host-domain.ts'
import { signInFormatOf } from '#shared/siwx/sign-in-formats.ts'
import { isWithinValidity, timeOf } from '#shared/siwx/validity.ts'
import type { ChainAdapter, SignedText } from '#widget/chains/chain-adapter.ts'
import { type ChainAccount, isSessionOf } from '#widget/domain/accounts/sign-in.ts'
import { risksOf } from '#widget/domain/review/request-risk.ts'
import type { Risk } from '#widget/domain/review-queue/risk.ts'
import { errorDetails } from '#widget/lib/error-details.ts'
import type { AuthenticationAdapter } from './authentication-adapter.ts'
import type { ReviewedMessage, SignInEvent, SignInFailure } from './model.ts'

const isoTime = (ms: number): string => new Date(ms).toISOString()

/**
 * The message that an account is requested to sign. Its domain is the verified origin of the host, whatever the host claims
 * (channel T22).
 * @throws WidgetError `siwx/invalid-message` if an option of the host fits no format.
 */
export function createSignInMessage(
  { chain, address }: ChainAccount,
  terms: {
    readonly origin: string
    readonly nonce: string
    readonly now: number
    readonly config: SiwxConfig
  },
): SignInMessage {
  const { origin, nonce, now, config } = terms
  const { statement, resources, requestId, lifetimeSeconds } = config
  const message: SignInMessage = {
    accountAddress: address,
    chainId: chain,
    domain: domainOf(origin),
    uri: uriWithin(origin, config.uri),
    version: signInFormatOf(chain)?.version ?? '1',
    nonce,
    issuedAt: isoTime(now),
    ...(statement === undefined ? {} : { statement }),
    ...(resources === undefined ? {} : { resources }),
    ...(requestId === undefined ? {} : { requestId }),
    ...(lifetimeSeconds === undefined ? {} : { expirationTime: isoTime(now + lifetimeSeconds * 1_000) }),
  }
  // Throws now for a message that has no valid text, not after the user approved.
  signInText(message)
  return message
}

type ReadText = NonNullable<ChainAdapter['decodeText']>

/**
 * The risks of a sign-in: its text passes the same decoder and rules as a host's message, since the host writes statement
 * and resources.
 * @throws what `decodeUtf8Text` throws.
 */
export async function signInRisks(
  message: SignInMessage,
  readText: ReadText,
  now: number,
): Promise<readonly Risk[]> {
  const { accountAddress: account, chainId: chain, domain: host } = message
  const facts = [await readText(signInText(message))]
  return risksOf({ account, chain, facts }, { host, newContracts: [], now })
}

/** The session that is valid for an account now, among those that the authentication adapter returned. */
export const activeSession = (
  sessions: readonly SignInSession[],
  account: ChainAccount,
  scope: SiwxConfig['scope'],
  now: number,
): SignInSession | undefined =>
  sessions.find((session) => isSessionOf(session, account, scope) && isWithinValidity(session.data, now))

/** Ports of an attempt; `atoms.ts` connects them to the store. */
export type SignInPorts = {
  readonly account: ChainAccount
  readonly authentication: AuthenticationAdapter
  readonly now: () => number
  readonly config: SiwxConfig
  readonly origin: string
  readonly readText: ReadText
  signIn(message: SignInMessage): Promise<SignedText>
  /** Stores a verified session. */
  storeSession(session: SignInSession): void
}

async function freshMessage(ports: SignInPorts): Promise<ReviewedMessage> {
  const { account, authentication, now, config, origin, readText } = ports
  const message = createSignInMessage(account, {
    origin,
    config,
    nonce: await authentication.nonce(account),
    now: now(),
  })
  return { message, risks: await signInRisks(message, readText, now()) }
}

/** The result of looking for a session, or of requesting one. */
export type Outcome = Extract<SignInEvent, { is: 'prepared' | 'found' | 'failed' }>

/** Finds a valid session, or prepares the message for a new one. @throws what the authentication adapter throws. */
export async function prepare(ports: SignInPorts): Promise<Outcome> {
  const { account, authentication, config } = ports
  const session = activeSession(await authentication.sessions(account), account, config.scope, ports.now())
  if (!session) return { is: 'prepared', ...(await freshMessage(ports)) }
  ports.storeSession(session)
  return { is: 'found' }
}

/** Maps an error of wallet, chain or authentication adapter to a failure. */
export function toSignInFailure(cause: unknown): SignInFailure {
  if (isProviderRpcError(cause, providerCodes.userRejected)) return { is: 'rejected' }
  if (isProviderRpcError(cause, providerCodes.requestPending)) return { is: 'pending' }
  const is = isWidgetError(cause, 'siwx/not-verified') ? 'not-verified' : 'failed'
  return { is, details: errorDetails(cause) }
}

/** A message must be signed within this time after its creation (channel T23): its nonce is as old. */
const signingTimeMs = 10 * 60_000

/** Whether it is too late to sign a message: the signing time has passed, or its session would be expired. */
const isTooOld = (message: SignInMessage, now: number): boolean =>
  !isWithinValidity(message, now) ||
  (message.issuedAt !== undefined && now - timeOf(message.issuedAt) > signingTimeMs)

/**
 * Requests the signature, verifies it, and stores the session. After a failure the message is a new one: its nonce may have
 * been used.
 * @throws what the authentication adapter throws if there is no new nonce.
 */
export async function sign(
  ports: SignInPorts,
  message: SignInMessage,
  onEvent: (event: SignInEvent) => void,
): Promise<Outcome> {
  const expired = async (): Promise<Outcome> => ({
    is: 'failed',
    failure: { is: 'over' },
    ...(await freshMessage(ports)),
  })
  if (isTooOld(message, ports.now())) return expired()
  try {
    const signed = await ports.signIn(message)
    if (isTooOld(message, ports.now())) return await expired()
    onEvent({ is: 'signed' })
    const session: SignInSession = { data: message, ...signed }
    await ports.authentication.add(session)
    ports.storeSession(session)
    return { is: 'found' }
  } catch (cause) {
    if (cause instanceof DOMException && cause.name === 'AbortError') throw cause
    return { is: 'failed', failure: toSignInFailure(cause), ...(await freshMessage(ports)) }
  }
}

/** The network to return to when the user does not sign in: where this account signed in last (SPEC §4 sign-in flow 5). */
export const lastSignedInChain = (
  sessions: readonly SignInSession[],
  { chain, address }: ChainAccount,
  networks: readonly ChainId[],
  now: number,
): ChainId | undefined =>
  sessions.find(
    (session) =>
      session.data.chainId !== chain &&
      networks.includes(session.data.chainId) &&
      isSessionOf(session, { chain, address }, 'address') &&
      isWithinValidity(session.data, now),
  )?.data.chainId
