import type { Clock } from '../../ports/clock.ts'
import type {
  FarcasterAnswer,
  FarcasterChannelState,
  FarcasterPeers,
  FarcasterRequest,
} from '../../ports/farcaster.ts'
import type { Logger } from '../../ports/logger.ts'
import type { SecretHash } from '../../ports/secret-hash.ts'
import type { SignatureVerifier } from '../../ports/signatures.ts'
import type { EmbeddedIdentity } from '../../ports/stores/embedded-users.ts'
import type { FarcasterAttempt, FarcasterAttemptStore } from '../../ports/stores/farcaster-attempts.ts'
import { HttpError, notConfigured } from '../http-error.ts'
import { randomNonce } from '../secrets.ts'
import { farcasterChain, readFarcasterMessage } from './farcaster-message.ts'
import type { LimitCount } from './limit-count.ts'

const second = 1_000
const minute = 60 * second

/** An attempt is valid for this long. */
export const farcasterLifetimeMs = 10 * minute
/** Attempts per IPv4 address or IPv6 /64 and hour. */
export const farcasterAttemptsPerClient = 20
/** Time between two reads of one channel at the relay. */
export const farcasterReadIntervalMs = 1 * second
/** Longer than a read of a channel takes: of two concurrent ones, the second would find the channel closed. */
const readReservationMs = 15 * second
/** Recommended to clients. */
const pollSeconds = 2

/** The account names of Farcaster: its own, and those of ENS and of Base. */
const usernamePattern = /^[a-z0-9][a-z0-9-]{0,31}(?:\.(?:base\.)?eth)?$/

type FarcasterPorts = {
  readonly store: FarcasterAttemptStore
  /** Absent: not configured. */
  readonly farcaster: FarcasterPeers | undefined
  readonly signatures: SignatureVerifier
  readonly limit: LimitCount
  readonly secretHash: SecretHash
  readonly logger: Logger
  readonly clock: Clock
}

type Requester = Pick<FarcasterAttempt, 'keyThumbprint' | 'purpose'>

/** Why an attempt has ended without a proof; see `getFarcasterAttempt`. */
type FailureReason = 'expired' | 'invalid-message' | 'wrong-signer'

/** What is known of an attempt. `proved`: it is consumed, and the identity is that of the user at `site`. */
export type FarcasterState =
  | { readonly is: 'waiting' }
  | { readonly is: 'failed'; readonly reason: FailureReason }
  | { readonly is: 'proved'; readonly identity: EmbeddedIdentity; readonly site: string }

/** `problem`: for the operator's log. */
type Verdict =
  | { readonly is: 'valid'; readonly identity: EmbeddedIdentity }
  | { readonly is: 'refused'; readonly reason: FailureReason; readonly problem: string }

const refused = (reason: FailureReason, problem: string): Verdict => ({ is: 'refused', reason, problem })

/**
 * Sign in with Farcaster (FIP-11). The relay is not trusted: what counts is the signed message, and the registries on chain.
 */
export function createFarcasterSignIns(ports: FarcasterPorts) {
  const { store, signatures, limit, secretHash, logger, clock } = ports

  const requirePeers = (): FarcasterPeers => {
    if (ports.farcaster === undefined) throw notConfigured('Sign in with Farcaster')
    return ports.farcaster
  }

  /**
   * What the phone shows and signs. The domain is the widget's, which the login is for: a site that has a login with
   * Farcaster of its own cannot have a message signed there that logs in here. The URI names the site.
   */
  function requestOf(
    { widgetOrigin }: FarcasterPeers,
    { site, nonce }: Pick<FarcasterAttempt, 'site' | 'nonce'>,
  ): Omit<FarcasterRequest, 'expirationTime'> {
    const { origin, host } = new URL(widgetOrigin)
    return { domain: host, uri: `${origin}/?site=${encodeURIComponent(site)}`, nonce }
  }

  /** Reads the channel at the relay, unless another call does so or has just done so. @throws VendorError */
  async function readAnswer(
    { relay }: FarcasterPeers,
    { idHash, channelToken }: FarcasterAttempt,
  ): Promise<FarcasterChannelState> {
    const now = clock()
    if (!(await store.reserveRead(idHash, now + readReservationMs, now))) return { is: 'pending' }
    try {
      const state = await relay.readChannel(channelToken)
      // Stored first: the relay returns it once, and the chain may not respond now.
      if (state.is === 'answered') await store.recordAnswer(idHash, state.answer)
      return state
    } finally {
      await store.recordRead(idHash, clock() + farcasterReadIntervalMs)
    }
  }

  /** @throws ChainCallError when the chain did not respond: the same answer can then be verified again. */
  async function verify(
    peers: FarcasterPeers,
    attempt: FarcasterAttempt,
    { message: text, signature, fid, username = '' }: FarcasterAnswer,
  ): Promise<Verdict> {
    const message = readFarcasterMessage(text, requestOf(peers, attempt), clock())
    if (message.is === 'invalid')
      return refused(message.problem === 'expired' ? 'expired' : 'invalid-message', message.problem)
    if (message.fid !== fid) return refused('invalid-message', 'account')
    if (!(await signatures.isSignedBy(farcasterChain, message.address, text, signature)))
      return refused('wrong-signer', 'signature')
    if (!(await peers.registries.isSignerOf(message.address, fid)))
      return refused('wrong-signer', 'registries')
    const name = usernamePattern.test(username) ? username : `!${fid}`
    return { is: 'valid', identity: { provider: 'farcaster', subject: String(fid), name } }
  }

  return {
    /**
     * Opens a channel at the relay for one key.
     * @throws HttpError 429 too many attempts, 501 not configured; VendorError
     */
    begin: async (requester: Requester, site: string, client: string) => {
      const peers = requirePeers()
      await limit(`farcaster attempts of client ${client}`, farcasterAttemptsPerClient, 60 * minute)
      const [id, nonce] = [randomNonce(), randomNonce()]
      const expiresAtMs = clock() + farcasterLifetimeMs
      const channel = await peers.relay.openChannel({
        ...requestOf(peers, { site, nonce }),
        expirationTime: new Date(expiresAtMs).toISOString(),
      })
      const { keyThumbprint, purpose } = requester
      await store.add({
        ...{ idHash: secretHash(id), keyThumbprint, purpose, site, nonce },
        ...{ channelToken: channel.token, expiresAtMs },
      })
      return { id, url: channel.url, lifetimeSeconds: farcasterLifetimeMs / second, pollSeconds }
    },
    /**
     * Reads an attempt. Once it has completed or failed, it is unknown.
     * @param signal aborts when the caller disconnects; the result is then kept for its next call.
     * @throws HttpError 404 unknown, used, expired, of another key or purpose; VendorError; ChainCallError
     */
    poll: async (
      id: string,
      { keyThumbprint, purpose }: Requester,
      signal: AbortSignal,
    ): Promise<FarcasterState> => {
      const peers = requirePeers()
      const idHash = secretHash(id)
      const found = await store.find({ idHash, keyThumbprint, purpose }, clock())
      if (found === undefined) throw unknownAttempt()
      const { attempt } = found
      const state: FarcasterChannelState = found.answer
        ? { is: 'answered', answer: found.answer }
        : await readAnswer(peers, attempt)
      if (state.is === 'pending') return { is: 'waiting' }
      const verdict =
        state.is === 'closed' ? refused('expired', 'channel') : await verify(peers, attempt, state.answer)
      // A caller that has disconnected would not get what is returned only once.
      if (signal.aborted) return { is: 'waiting' }
      if (!(await store.consume(idHash))) throw unknownAttempt()
      if (verdict.is === 'valid') return { is: 'proved', identity: verdict.identity, site: attempt.site }
      const { reason, problem } = verdict
      logger.warn({ reason, problem }, 'Farcaster sign-in failed')
      return { is: 'failed', reason }
    },
  }
}

const unknownAttempt = () => new HttpError(404, 'The attempt is unknown or expired')
