import { parseUrl } from '../../../../shared/parse-url.ts'
import type { Clock } from '../../ports/clock.ts'
import type { SecretHash } from '../../ports/secret-hash.ts'
import type {
  EmbeddedDevice,
  EmbeddedSession,
  EmbeddedUserStore,
  NewSession,
  UserProof,
} from '../../ports/stores/embedded-users.ts'
import { HttpError } from '../http-error.ts'
import { randomToken } from '../secrets.ts'
import { browserName } from './browser-name.ts'
import type { ProofVerifier, ProvedCall } from './dpop.ts'

/** A session that is not used for this long ends. */
const idleLifetimeMs = 30 * 24 * 60 * 60_000
/** However much it is used, a session ends after this time. */
const absoluteLifetimeMs = 180 * 24 * 60 * 60_000
/** The use of a session is recorded at most once in this time. */
const useIntervalMs = 60 * 60_000
/** A step-up is valid for this long. */
export const stepUpLifetimeMs = 300_000
/** An assertion by a passkey releases keys for this long. */
const assertionLifetimeMs = 900_000
/** A proof by the keys of the wallet is valid for this long. */
const walletProofLifetimeMs = 300_000

/** A session that proves nothing but its login. */
export const noProof: UserProof = {
  ...{ steppedUpAtMs: undefined, assertion: undefined, walletProvedAtMs: undefined },
}

type SessionPorts = {
  readonly proofs: ProofVerifier
  readonly users: EmbeddedUserStore
  readonly secretHash: SecretHash
  readonly clock: Clock
  readonly vaultOrigin: string
}

/**
 * Sessions of embedded wallets. A session's token alone is worth nothing: each call needs a proof by the device's key. So there
 * is no refresh token, and a revocation has an effect at once.
 */
export function createSessions({ proofs, users, secretHash, clock, vaultOrigin }: SessionPorts) {
  const isWithin = (atMs: number | undefined, lifetimeMs: number): boolean =>
    atMs !== undefined && atMs + lifetimeMs > clock()
  const isSteppedUp = ({ proof }: EmbeddedSession): boolean => isWithin(proof.steppedUpAtMs, stepUpLifetimeMs)
  const hasProvedWallet = ({ proof }: EmbeddedSession): boolean =>
    isWithin(proof.walletProvedAtMs, walletProofLifetimeMs)
  /** Whether the session has proved the wallet's keys within `walletProofLifetimeMs`, if there are any. */
  const hasKeys = (session: EmbeddedSession): boolean =>
    session.user.accounts === undefined || hasProvedWallet(session)
  const { host: vaultHost } = parseUrl(vaultOrigin) ?? {}

  /** @throws HttpError 403 */
  function requireVaultOrigin({ method, header }: ProvedCall): void {
    const origin = header('origin')
    // Browsers state no origin of a GET to the origin of its document; calls from another one always state it.
    const isSameOrigin = origin === undefined && method === 'GET' && header('host') === vaultHost
    if (origin !== vaultOrigin && !isSameOrigin) throw new HttpError(403, 'Only the vault can do this')
  }

  return {
    /** The session of a call. @throws HttpError 401 */
    require: async (call: ProvedCall): Promise<EmbeddedSession> => {
      const [, token] = /^DPoP ([0-9a-f]{64})$/.exec(call.header('authorization') ?? '') ?? []
      if (token === undefined) throw unknownSession()
      const tokenHash = secretHash(token)
      const keyThumbprint = await proofs.verify(call, tokenHash)
      const now = clock()
      const session = await users.findSession(tokenHash, keyThumbprint, now)
      if (session === undefined) throw unknownSession()
      if (now - session.device.lastUsedAtMs >= useIntervalMs)
        await users.recordUse(session, now + idleLifetimeMs, now)
      return session
    },
    /**
     * The thumbprint of the key of a call of the vault without a session, such as one that opens it. Browsers state where a call comes from,
     * so that a script in the widget cannot open a session of the vault with a key of its own.
     * @throws HttpError 401, 403 for a call of another origin
     */
    verifyVault: async (call: ProvedCall): Promise<string> => {
      requireVaultOrigin(call)
      return proofs.verify(call)
    },
    /** @throws HttpError 403 for a call of another origin than the vault's */
    requireVaultOrigin,
    /**
     * A session for the key of a proof, and the token for its holder.
     * @param latestEndMs end of the session that let this one open: a ticket does not prolong a login.
     */
    create: (
      { kind, site }: Pick<EmbeddedDevice, 'kind' | 'site'>,
      keyThumbprint: string,
      header: (name: string) => string | undefined,
      proof: UserProof,
      latestEndMs?: number,
    ): { readonly token: string; readonly session: NewSession } => {
      const token = randomToken()
      const now = clock()
      const device = {
        ...{ id: crypto.randomUUID(), keyThumbprint, kind, site },
        name: browserName(header('user-agent') ?? ''),
      }
      const absoluteExpiresAtMs = latestEndMs ?? now + absoluteLifetimeMs
      const end = { expiresAtMs: Math.min(now + idleLifetimeMs, absoluteExpiresAtMs), absoluteExpiresAtMs }
      return { token, session: { device, tokenHash: secretHash(token), proof, end, nowMs: now } }
    },
    /** Whether the user was proved within `stepUpLifetimeMs`. */
    isSteppedUp,
    /** @throws HttpError 403 unless the user was proved within `stepUpLifetimeMs` */
    requireStepUp: (session: EmbeddedSession): void => {
      if (!isSteppedUp(session)) throw new HttpError(403, 'This needs a new proof of the user')
    },
    /**
     * @param passkeyId which passkey; by default any of the user.
     * @throws HttpError 403 unless it has proved the user within `assertionLifetimeMs`
     */
    requireAssertion: ({ proof: { assertion } }: EmbeddedSession, passkeyId?: string): void => {
      if (
        !isWithin(assertion?.atMs, assertionLifetimeMs) ||
        (passkeyId !== undefined && assertion?.passkeyId !== passkeyId)
      )
        throw new HttpError(403, 'This needs a proof by a passkey')
    },
    /** Whether the session has proved the wallet's keys within `walletProofLifetimeMs`. */
    hasProvedWallet,
    hasKeys,
    /**
     * For what would take the wallet from its user.
     * @throws HttpError 403 unless the session has proved the user by a step-up, and has the wallet's keys, if there are any
     */
    requireControl: (session: EmbeddedSession): void => {
      if (!isSteppedUp(session)) throw new HttpError(403, 'This needs a new proof of the user')
      if (!hasKeys(session)) throw new HttpError(403, 'This needs a proof by the keys of the wallet')
    },
    /** @throws HttpError 403 unless the call is of the vault */
    requireVault: ({ device }: EmbeddedSession): void => {
      if (device.kind !== 'vault') throw new HttpError(403, 'Only the vault can do this')
    },
  }
}

export type Sessions = ReturnType<typeof createSessions>

const unknownSession = () => new HttpError(401, 'The session is unknown or expired')
