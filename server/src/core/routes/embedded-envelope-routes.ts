import {
  postEnvelope,
  postEnvelopeKey,
  postEnvelopeRevocation,
  postWalletChallenge,
  postWalletProof,
  putEnvelope,
} from '../../../../shared/api/embedded-wallet.ts'
import { walletProofText } from '../../../../shared/api/wallet-proof.ts'
import type { EmbeddedSession } from '../../ports/stores/embedded-users.ts'
import type { SealedFactor, StoredEnvelope } from '../../ports/stores/envelopes.ts'
import { auditEvent } from '../embedded/audit.ts'
import type { EmbeddedWallet } from '../embedded/embedded-wallet.ts'
import { loginCounter } from '../embedded/login-counter.ts'
import { HttpError, notConfigured } from '../http-error.ts'
import { envelopeKeyContext } from '../reseal-keys.ts'
import { randomKey } from '../secrets.ts'
import { openRoute, type Route } from './route.ts'

const hourMs = 60 * 60_000
/** Envelopes that the sessions of one login may create per hour. */
const envelopesPerHour = 20
/** Server keys that are released to the sessions of one login per hour. */
export const keysPerHour = 60

const unsigned = () => new HttpError(400, 'The keys of the wallet have not signed this')
const tooManyEnvelopes = () => new HttpError(429, 'The user has too many envelopes')
const unknownEnvelope = () => new HttpError(404, 'There is no such envelope')

/**
 * The server's part of the ways to open a wallet, which only the vault can use, and wallet proofs: what counts there are the
 * signatures, which only the vault can make, so that sessions of the widget can have them too.
 */
export function embeddedEnvelopeRoutes({
  sessions,
  users,
  challenges,
  verifyWalletKeys,
  recoveries,
  recoveryKey,
  requireDeviceProof,
  envelopes,
  accountOf,
  limit,
  secrets,
  clock,
}: EmbeddedWallet): readonly Route[] {
  /**
   * The envelope of a call, if the session's device may use it. An incomplete one is of the device that created it.
   * @throws HttpError 404
   */
  async function requireEnvelope({ user, device }: EmbeddedSession, id: string): Promise<StoredEnvelope> {
    const stored = await envelopes.find(user.id, id)
    if (stored === undefined) throw unknownEnvelope()
    const isOfOneDevice = stored.kind === 'device' || !stored.isComplete
    // Servers of a former version state no device of an incomplete envelope.
    if (isOfOneDevice && stored.deviceId !== undefined && stored.deviceId !== device.id)
      throw unknownEnvelope()
    return stored
  }

  /** @throws HttpError 403 unless the session has proved what the kind of envelope needs */
  async function requireProofFor(session: EmbeddedSession, { kind, passkeyId }: StoredEnvelope) {
    if (kind === 'assisted') throw new HttpError(403, 'This needs the answer of the operator')
    if (kind === 'recovery') return sessions.requireStepUp(session)
    if (kind === 'passkey') return sessions.requireAssertion(session, passkeyId)
    return requireDeviceProof(session)
  }

  /** @throws HttpError 501; 403 without a step-up; 404 without an address, by which the user would hear of a recovery */
  async function requireAssistance(session: EmbeddedSession): Promise<void> {
    if (recoveryKey === undefined) throw notConfigured('assisted recovery')
    sessions.requireStepUp(session)
    if ((await recoveries.addressesOf(session.user.id)).length === 0)
      throw new HttpError(404, 'The user has no e-mail address')
  }

  /** The factor of an envelope that is completed. @throws HttpError 400, 403 */
  function factorOf({ kind }: StoredEnvelope, factor: SealedFactor | undefined): SealedFactor | undefined {
    if ((kind === 'assisted') !== (factor !== undefined))
      throw new HttpError(400, 'The factor of an assisted envelope is stored here, and no other one')
    if (factor !== undefined && factor.keyId !== recoveryKey?.id)
      throw new HttpError(403, 'The operator has another key')
    return factor
  }

  return [
    openRoute(postEnvelope, async (call) => {
      const session = await sessions.require(call)
      sessions.requireVault(session)
      const { user, device, absoluteExpiresAtMs } = session
      await limit(loginCounter('envelopes', user.id, absoluteExpiresAtMs), envelopesPerHour, hourMs)
      const [id, serverKey, now] = [crypto.randomUUID(), randomKey(), clock()]
      const { kind } = call.body
      const passkeyId = 'passkeyId' in call.body ? call.body.passkeyId : undefined
      if (passkeyId !== undefined) sessions.requireAssertion(session, passkeyId)
      if (kind === 'assisted') await requireAssistance(session)
      const added = await envelopes.add(
        {
          ...{ id, userId: user.id, kind, deviceId: device.id, passkeyId, createdAtMs: now },
          sealedKey: secrets.seal(serverKey, envelopeKeyContext({ id })),
        },
        auditEvent('envelope-created', id, { client: call.client, nowMs: now }),
      )
      if (added === 'full') throw tooManyEnvelopes()
      return { id, serverKey }
    }),

    openRoute(putEnvelope, async (call) => {
      const session = await sessions.require(call)
      sessions.requireVault(session)
      const { user } = session
      const id = call.param('id')
      const { sealed, accounts, signatures } = call.body
      const stored = await requireEnvelope(session, id)
      if ((stored.kind === 'device') !== (sealed === undefined))
        throw new HttpError(400, 'The envelope of a device stays there, and others are stored here')
      if (!(await verifyWalletKeys(accounts, walletProofText(user.id, id, accounts), signatures)))
        throw unsigned()
      const at = { client: call.client, nowMs: clock() }
      const audit = auditEvent('envelope-completed', id, at)
      const factor = factorOf(stored, call.body.factor)
      const result = await envelopes.complete({ userId: user.id, id, sealed, factor }, accounts, audit)
      if (result === 'unknown') throw unknownEnvelope()
      if (result === 'full') throw tooManyEnvelopes()
      if (result === 'other-accounts') throw new HttpError(409, 'The wallet has other accounts')
      await users.recordWalletProof(session, auditEvent('wallet-proved', id, at))
      return { account: await accountOf({ ...user, accounts }) }
    }),

    openRoute(postEnvelopeKey, async (call) => {
      const session = await sessions.require(call)
      sessions.requireVault(session)
      const { user, absoluteExpiresAtMs } = session
      const id = call.param('id')
      await requireProofFor(session, await requireEnvelope(session, id))
      await limit(loginCounter('envelope keys', user.id, absoluteExpiresAtMs), keysPerHour, hourMs)
      const audit = auditEvent('envelope-key-released', id, { client: call.client, nowMs: clock() })
      const released = await envelopes.release(user.id, id, audit)
      if (released === undefined) throw unknownEnvelope()
      const { sealedKey, sealed } = released
      return {
        serverKey: secrets.open(sealedKey, envelopeKeyContext({ id })),
        ...(sealed !== undefined && { sealed }),
      }
    }),

    openRoute(postWalletChallenge, async (call) => {
      const { user, device } = await sessions.require(call)
      if (user.accounts === undefined) throw new HttpError(404, 'The wallet has no accounts')
      const { keyThumbprint } = device
      return { challenge: challenges.create({ purpose: 'wallet', userId: user.id, keyThumbprint }) }
    }),

    openRoute(postWalletProof, async (call) => {
      const session = await sessions.require(call)
      const { user, device } = session
      const { challenge, signatures } = call.body
      const ceremony = { purpose: 'wallet', userId: user.id, keyThumbprint: device.keyThumbprint } as const
      const { accounts } = user
      if (accounts === undefined || (await challenges.consume(challenge, ceremony)) === undefined)
        throw unsigned()
      if (!(await verifyWalletKeys(accounts, walletProofText(user.id, challenge, accounts), signatures)))
        throw unsigned()
      const audit = auditEvent('wallet-proved', device.id, { client: call.client, nowMs: clock() })
      await users.recordWalletProof(session, audit)
      return {}
    }),

    openRoute(postEnvelopeRevocation, async (call) => {
      const session = await sessions.require(call)
      sessions.requireControl(session)
      const { user } = session
      const id = call.param('id')
      const audit = auditEvent('envelope-revoked', id, { client: call.client, nowMs: clock() })
      if (!(await envelopes.revoke(user.id, id, audit))) throw unknownEnvelope()
      return { account: await accountOf(user) }
    }),
  ]
}
