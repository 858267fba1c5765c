import type { AuditEvent, AuditEventName, NewSession } from '../../ports/stores/embedded-users.ts'
import type { Stores } from '../../ports/stores/stores.ts'

const never = Number.MAX_SAFE_INTEGER
const accounts = { eip155: '0x1', solana: 's', polkadot: '0x2' }

/** One transaction of a user's wallet, and the facts that it adds to and removes from the tables (`readFacts`). */
export type Step = {
  readonly name: string
  /** @returns false if the store did not apply it. */
  readonly run: (stores: Stores, user: string) => Promise<boolean>
  readonly adds?: readonly string[]
  /** `all`: every fact except the audit events. */
  readonly removes?: readonly string[] | 'all'
  /** Without an audit event. */
  readonly isUnlogged?: boolean
  /** Whether a client that got no response may send it again: then it counts once. */
  readonly isRepeatable?: boolean
}

/** The event of a step; its subject is the name of the step. */
const auditOf = (step: string, event: AuditEventName = 'login'): AuditEvent => ({
  ...{ id: crypto.randomUUID(), event, subject: step, atMs: 5, client: '4:1', expiresAtMs: never },
})

const sessionOf = (user: string, device: string): NewSession => ({
  device: {
    ...{ id: `${user} ${device}`, keyThumbprint: `${user} ${device}`, kind: 'vault', site: undefined },
    name: 'Firefox on Linux',
  },
  tokenHash: `${user} ${device}`,
  proof: { steppedUpAtMs: undefined, assertion: undefined, walletProvedAtMs: undefined },
  end: { expiresAtMs: never, absoluteExpiresAtMs: never },
  nowMs: 0,
})

const logInStep = (name: string, device: string): Step => ({
  name,
  run: async ({ embeddedUsers }, user) => {
    const identity = { provider: 'email', subject: user, name: user } as const
    const newUser = { id: user, walletId: `w ${user}` }
    const opened = await embeddedUsers.logIn(identity, newUser, sessionOf(user, device), auditOf(name))
    return opened.user.id === user
  },
  adds: [`device ${device} active`, `session ${device}`],
})

const addEnvelopeStep = (
  name: string,
  envelope: string,
  kind: 'device' | 'assisted',
  device: string,
): Step => ({
  name,
  run: async ({ envelopes }, user) => {
    const added = await envelopes.add(
      {
        ...{ id: `${user} ${envelope}`, userId: user, kind, deviceId: `${user} ${device}` },
        ...{ passkeyId: undefined, sealedKey: 'v1.a.key', createdAtMs: 1 },
      },
      auditOf(name, 'envelope-created'),
    )
    return added === 'added'
  },
  adds: [`envelope ${envelope} incomplete`],
})

const completionStep = (name: string, envelope: string, kind: 'device' | 'assisted'): Step => ({
  name,
  run: async ({ envelopes }, user) => {
    const content =
      kind === 'assisted' ? { sealed: 's', factor: { keyId: 'k', sealed: 'f' } } : { sealed: undefined }
    const completed = { userId: user, id: `${user} ${envelope}`, ...content }
    const audit = auditOf(name, 'envelope-completed')
    return (await envelopes.complete(completed, accounts, audit)) === 'completed'
  },
  removes: [`envelope ${envelope} incomplete`],
  adds: ['accounts', `envelope ${envelope} complete`],
  isRepeatable: true,
})

const limitStep = (name: string, limit: string, device: string): Step => ({
  name,
  run: async ({ spendingLimits }, user) => {
    const terms = {
      ...{ id: `${user} ${limit}`, userId: user, deviceId: `${user} ${device}` },
      ...{ site: 'https://shop.example', keyThumbprint: `${user} ${limit}`, asset: 'eip155:1/slip44:60' },
      ...{ maximum: 100n, sealedKey: 'v1.a.key', createdAtMs: 10, expiresAtMs: never },
    }
    return (await spendingLimits.add(terms, 100, auditOf(name, 'spending-limit-set'))) === 'added'
  },
  adds: [`limit ${limit} claimed 0`],
})

const claimStep = (claim: number): Step => ({
  name: `claim-${claim}`,
  run: async ({ spendingLimits }, user) => {
    const ids = { id: `${user} l1`, keyThumbprint: `${user} l1`, claimId: `claim-${claim}` }
    const audit = auditOf(`claim-${claim}`, 'spending-claimed')
    return (await spendingLimits.claim({ ...ids, amount: 1n }, 20, audit)).is === 'claimed'
  },
  removes: [`limit l1 claimed ${claim - 1}`],
  adds: [`limit l1 claimed ${claim}`],
  isRepeatable: true,
})

const deletionRequestStep = (name: string, request: string): Step => ({
  name,
  run: ({ deletions }, user) => {
    const ids = { id: `${user} ${request}`, userId: user, cancelHash: `${user} ${request}` }
    const times = { requestedAtMs: 1, opensAtMs: 5, expiresAtMs: never }
    return deletions.add({ ...ids, ...times, deviceName: 'Firefox on Linux' }, 0)
  },
  adds: [`deletion ${request} stored`],
  isUnlogged: true,
})

const deletionBeginStep = (name: string, request: string): Step => ({
  name,
  run: ({ deletions }, user) => deletions.begin(`${user} ${request}`, auditOf(name, 'deletion-requested')),
  removes: [`deletion ${request} stored`],
  adds: [`deletion ${request} begun`],
})

/**
 * The device `d1` has the wallet; `d2` gets it too, requests a recovery, and is revoked. Then a deletion without keys is requested,
 * cancelled, and requested again.
 */
const stepsOfAll: readonly Step[] = [
  { ...logInStep('sign-up', 'd1'), adds: ['user', 'identity', 'device d1 active', 'session d1'] },
  addEnvelopeStep('envelope', 'e1', 'device', 'd1'),
  completionStep('completion', 'e1', 'device'),
  addEnvelopeStep('assisted-envelope', 'e2', 'assisted', 'd1'),
  completionStep('assisted-completion', 'e2', 'assisted'),
  limitStep('limit', 'l1', 'd1'),
  claimStep(1),
  claimStep(2),
  claimStep(3),
  logInStep('login', 'd2'),
  addEnvelopeStep('second-envelope', 'e3', 'device', 'd2'),
  completionStep('second-completion', 'e3', 'device'),
  limitStep('second-limit', 'l2', 'd2'),
  {
    name: 'recovery-request',
    run: ({ recoveries }, user) => {
      const request = {
        ...{ id: `${user} r`, userId: user, deviceId: `${user} d2`, envelopeId: `${user} e2` },
        ...{ deviceName: 'Firefox on Linux', publicKey: 'p1', cancelHash: `${user} c` },
        ...{ requestedAtMs: 10, opensAtMs: 100, expiresAtMs: never },
      }
      return recoveries.add(request, 0)
    },
    adds: ['recovery stored'],
    isUnlogged: true,
  },
  {
    name: 'recovery-begin',
    run: ({ recoveries }, user) =>
      recoveries.begin(`${user} r`, auditOf('recovery-begin', 'recovery-requested')),
    removes: ['recovery stored'],
    adds: ['recovery begun'],
  },
  {
    name: 'recovery-answer',
    run: async ({ recoveries }, user) => {
      const answer = { id: `${user} r`, publicKey: 'p1', answer: 'a' }
      const event = () => auditOf('recovery-answer', 'recovery-answered')
      return (await recoveries.answer([answer], 100, event)).length === 0
    },
    removes: ['recovery begun'],
    adds: ['recovery answered'],
  },
  {
    name: 'revocation',
    run: ({ embeddedUsers }, user) =>
      embeddedUsers.revokeDevice(user, `${user} d2`, auditOf('revocation', 'device-revoked')),
    removes: [
      ...['device d2 active', 'session d2', 'envelope e3 complete'],
      ...['limit l2 claimed 0', 'recovery answered'],
    ],
    adds: ['device d2 revoked', 'envelope e3 revoked'],
  },
  deletionRequestStep('deletion-request', 'q1'),
  deletionBeginStep('deletion-begin', 'q1'),
  {
    name: 'deletion-cancel',
    run: ({ deletions }, user) =>
      deletions.cancel({ userId: user }, auditOf('deletion-cancel', 'deletion-cancelled')),
    removes: ['deletion q1 begun'],
  },
  deletionRequestStep('second-deletion-request', 'q2'),
  deletionBeginStep('second-deletion-begin', 'q2'),
]

const deletionStep: Step = {
  name: 'deletion',
  run: async ({ embeddedUsers }, user) => {
    await embeddedUsers.deleteUser(user, auditOf('deletion', 'user-deleted'))
    return true
  },
  removes: 'all',
}

const requestedDeletionStep: Step = {
  name: 'requested-deletion',
  run: ({ deletions }, user) => deletions.carryOut(user, auditOf('requested-deletion', 'user-deleted')),
  removes: 'all',
}

export const steps: readonly Step[] = [...stepsOfAll, deletionStep, requestedDeletionStep]

/** The steps of a writer's nth user: half of the users stay, and the others are deleted in one of the two ways. */
export function stepsOfUser(count: number): readonly Step[] {
  if (count % 2 === 1) return stepsOfAll
  return [...stepsOfAll, count % 4 === 0 ? deletionStep : requestedDeletionStep]
}

const isEvent = (fact: string): boolean => fact.startsWith('event ')

/** Facts of a user after a step. */
export function factsAfter(
  facts: readonly string[],
  { name, adds = [], removes = [], isUnlogged }: Step,
): readonly string[] {
  const left = facts.filter((fact) => (removes === 'all' ? isEvent(fact) : !removes.includes(fact)))
  return [...new Set([...left, ...adds]), ...(isUnlogged ? [] : [`event ${name}`])]
}
