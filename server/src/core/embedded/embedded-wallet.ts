import type { Clock } from '../../ports/clock.ts'
import type { ReadDpopProof } from '../../ports/dpop-proofs.ts'
import type { FarcasterPeers } from '../../ports/farcaster.ts'
import type { KeyedHash } from '../../ports/keyed-hash.ts'
import type { Logger } from '../../ports/logger.ts'
import type { Mailer } from '../../ports/mail.ts'
import type { OAuthClients } from '../../ports/oauth.ts'
import type { PasskeyVerifier } from '../../ports/passkeys.ts'
import type { RecoveryKey } from '../../ports/recovery-key.ts'
import type { SecretBox } from '../../ports/secret-box.ts'
import type { SecretHash } from '../../ports/secret-hash.ts'
import type { SignatureVerifier } from '../../ports/signatures.ts'
import type { Sponsorship } from '../../ports/sponsorship.ts'
import type { Stores } from '../../ports/stores/stores.ts'
import type { Wakeups } from '../../ports/wakeups.ts'
import type { VerifyWalletKeys } from '../../ports/wallet-keys.ts'
import { createAccountOf } from './account-of.ts'
import { createDeletionPage, createRecoveryPage } from './cancel-page.ts'
import { createChallenges } from './challenges.ts'
import { createCodes } from './codes.ts'
import { createDeletions } from './deletions.ts'
import { createDeviceProof } from './device-proof.ts'
import { createProofVerifier } from './dpop.ts'
import { createFarcasterSignIns } from './farcaster.ts'
import { createLimitCount } from './limit-count.ts'
import { createLinkIdentity } from './link-identity.ts'
import { createSocialAttempts, defaultWaits, type SocialWaits } from './oauth/attempts.ts'
import { createSocialWindow } from './oauth/window.ts'
import { createRecoveries } from './recoveries.ts'
import { createRequestNotices } from './request-notices.ts'
import { createSessions } from './sessions.ts'
import { createSponsorship } from './sponsorship.ts'

/** What the operator's keys are used for. */
export type EmbeddedWalletKeys = {
  /** Encrypts the server keys of envelopes. */
  readonly secrets: SecretBox
  readonly keyedHash: KeyedHash
  readonly passkeyVerifier: PasskeyVerifier
  readonly verifyWalletKeys: VerifyWalletKeys
  /** Origin of the vault's document. */
  readonly vaultOrigin: string
  /** Services whose accounts log in. */
  readonly oauthClients: OAuthClients
  /** Of this server, as browsers see it. */
  readonly origin: string
  readonly socialWaits?: SocialWaits
  /** Absent: the operator does not help to recover wallets. */
  readonly recoveryKey?: RecoveryKey
}

const withoutKey = () => {
  throw new Error('No key is configured for embedded wallets')
}
/** For a deployment without embedded wallets: its routes are listed, and none of them runs. */
export const noKeys: EmbeddedWalletKeys = {
  secrets: { seal: withoutKey, open: withoutKey, currentPrefix: '' },
  keyedHash: { hash: withoutKey, matches: withoutKey },
  verifyWalletKeys: withoutKey,
  vaultOrigin: '',
  ...{ oauthClients: new Map(), origin: '' },
  passkeyVerifier: {
    rpId: '',
    ...{ challengeOf: withoutKey, verifyRegistration: withoutKey, verifyAssertion: withoutKey },
  },
}

/** What the embedded wallet needs of a server. */
type Ports = EmbeddedWalletKeys & {
  readonly stores: Pick<
    Stores,
    | 'embeddedUsers'
    | 'embeddedIdentities'
    | 'auditEvents'
    | 'passkeys'
    | 'envelopes'
    | 'oneTimeCodes'
    | 'vaultTickets'
    | 'sharedEmails'
    | 'socialAttempts'
    | 'farcasterAttempts'
    | 'transfers'
    | 'recoveries'
    | 'deletions'
    | 'spendingLimits'
    | 'counters'
  >
  readonly readProof: ReadDpopProof
  readonly secretHash: SecretHash
  /** Absent: users cannot log in by e-mail. */
  readonly mailer: Mailer | undefined
  readonly wakeups: Wakeups
  /** Absent: users cannot log in with Farcaster. */
  readonly farcaster: FarcasterPeers | undefined
  /** Absent: users pay their fees themselves. */
  readonly sponsorship: Sponsorship | undefined
  readonly signatures: SignatureVerifier
  readonly logger: Logger
  readonly clock: Clock
}

const noSponsorship: Sponsorship = { networks: [], operationsPerUserPerDay: 0 }

/** The parts that the routes of embedded wallets share. */
export function createEmbeddedWallet(ports: Ports) {
  const { stores, clock, secretHash, secrets, passkeyVerifier, verifyWalletKeys, vaultOrigin } = ports
  const {
    embeddedUsers: users,
    embeddedIdentities: identities,
    auditEvents,
    passkeys,
    envelopes,
    vaultTickets: tickets,
    sharedEmails,
    transfers,
    socialAttempts,
    spendingLimits,
    counters,
  } = stores
  const limit = createLimitCount(counters.count, clock)
  const socialPorts = {
    ...{ store: socialAttempts, clients: ports.oauthClients, origin: ports.origin, limit },
    waits: { ...defaultWaits, ...ports.socialWaits },
    ...{ secretHash, secrets, wakeups: ports.wakeups, logger: ports.logger, clock },
  }
  const proofs = createProofVerifier({ ...ports, counters })
  const notices = createRequestNotices({ identities, mailer: ports.mailer, logger: ports.logger })
  const requestPorts = { auditEvents, notices, secretHash, origin: ports.origin, clock }
  const recoveries = createRecoveries({ ...requestPorts, store: stores.recoveries })
  const deletions = createDeletions({ ...requestPorts, store: stores.deletions })
  const sessions = createSessions({ proofs, users, secretHash, clock, vaultOrigin })
  const codes = createCodes({ ...ports, store: stores.oneTimeCodes, counters, limit })
  return {
    ...{
      proofs,
      users,
      identities,
      auditEvents,
      passkeys,
      envelopes,
      tickets,
      sharedEmails,
      transfers,
      spendingLimits,
      secrets,
      passkeyVerifier,
      secretHash,
      limit,
      clock,
    },
    verifyWalletKeys,
    recoveries,
    deletions,
    recoveryKey: ports.recoveryKey,
    cancelPages: [
      createDeletionPage(deletions),
      ...(ports.recoveryKey ? [createRecoveryPage(recoveries)] : []),
    ],
    accountOf: createAccountOf(stores, deletions, ports.recoveryKey && recoveries),
    challenges: createChallenges({ counters, secrets, clock }),
    sessions,
    requireDeviceProof: createDeviceProof(sessions, passkeys),
    social: createSocialAttempts(socialPorts),
    socialWindow: createSocialWindow(socialPorts),
    farcaster: createFarcasterSignIns({ ...ports, store: stores.farcasterAttempts, limit }),
    codes,
    sponsorship: createSponsorship(ports.sponsorship ?? noSponsorship, { counters, clock }),
    linkIdentity: createLinkIdentity({ identities, codes }),
  }
}

export type EmbeddedWallet = ReturnType<typeof createEmbeddedWallet>
