import { postCosign } from '../../../../shared/api/cosign.ts'
import {
  type GrantRequest,
  getSessions,
  postSession,
  postSessionActivation,
  postSessionRevocation,
  type SmartSession,
  sessionPermission,
} from '../../../../shared/api/smart-sessions.ts'
import * as z from '../../../../shared/zod.ts'
import type { Clock } from '../../ports/clock.ts'
import type { SecretBox } from '../../ports/secret-box.ts'
import type { SessionAccount, SessionAccounts, SessionKeys } from '../../ports/session-accounts.ts'
import type { SignatureVerifier } from '../../ports/signatures.ts'
import type { Project } from '../../ports/stores/projects.ts'
import type { SmartSessionStore, StoredSmartSession } from '../../ports/stores/smart-sessions.ts'
import { privateResponse } from '../cache-policy.ts'
import { HttpError, notConfigured } from '../http-error.ts'
import { sealContext } from '../reseal-keys.ts'
import { type PermissionVerdict, type SessionPermission, verifyAct } from '../smart-session-permissions.ts'
import { type Route, route } from './route.ts'

/** What the cosigner signs with. */
export type SessionSigning = { readonly secrets: SecretBox; readonly accounts: SessionAccounts }

type SmartSessionPorts = {
  readonly store: SmartSessionStore
  readonly signatures: SignatureVerifier
  /** Absent: no session can be granted. */
  readonly signing: SessionSigning | undefined
  readonly clock: Clock
}

/** Maximum number of sessions per response, by the endpoint's schema. */
const listLimit = 500

const permissionsSchema = z.array(sessionPermission())
const hexPattern = /^0x[0-9a-f]*$/i

const isSameHex = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()

/** JSON with sorted members and lower-case hex: wallets repeat a request in their own notation. */
function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_, member: unknown) => {
    if (typeof member === 'string') return hexPattern.test(member) ? member.toLowerCase() : member
    return typeof member === 'object' && member !== null && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).sort(([one], [other]) => (one < other ? -1 : 1)))
      : member
  })
}

/** True if each granted permission is one of the requested ones, each used once: allowances add up. */
function isWithin(granted: readonly unknown[], requested: readonly unknown[]): boolean {
  const remaining = requested.map(canonicalJson)
  return granted.every((permission) => {
    const at = remaining.indexOf(canonicalJson(permission))
    if (at < 0) return false
    remaining.splice(at, 1)
    return true
  })
}

/** If there are more sessions than a response allows: usable ones first, then the newest. */
function listed(sessions: readonly SmartSession[], nowSeconds: number): SmartSession[] {
  if (sessions.length <= listLimit) return [...sessions]
  const canAct = ({ revokedAt, expiry }: SmartSession) => !revokedAt && expiry > nowSeconds
  const newest = sessions.toReversed()
  const selected = new Set(
    [...newest.filter(canAct), ...newest.filter((one) => !canAct(one))].slice(0, listLimit),
  )
  return sessions.filter((one) => selected.has(one))
}

/** @throws HttpError 400 for a session that must not act. */
function requireActive({ isActive, session }: StoredSmartSession, nowSeconds: number): void {
  if (!isActive) throw new HttpError(400, 'The session was not granted')
  if (session.revokedAt) throw new HttpError(400, 'The session was revoked')
  if (session.expiry <= nowSeconds) throw new HttpError(400, 'The session has expired')
}

/** The first origin that is a URL without a wildcard. */
const urlOf = ({ allowedOrigins }: Project): string | null =>
  allowedOrigins.find((origin) => /^https?:\/\/[^*]+$/.test(origin)) ?? null

/**
 * Smart sessions of accounts (ERC-7715, SPEC §7). A session acts with two keys: that of the host, and one of this server,
 * which is stored encrypted and signs only what the permissions allow, and nothing once the session has expired or was
 * revoked.
 */
export function smartSessionRoutes({
  store,
  signatures,
  signing,
  clock,
}: SmartSessionPorts): readonly Route[] {
  const currentSeconds = (): number => Math.floor(clock() / 1_000)

  const requireSigning = (): SessionSigning => {
    if (signing === undefined) throw notConfigured('smart sessions')
    return signing
  }

  function readAccount({ accounts }: SessionSigning, text: string): SessionAccount {
    const account = accounts.parseAccount(text)
    if (account === undefined) throw new HttpError(400, 'The account is not on a chain of this deployment')
    return account
  }

  async function find(projectKey: string, account: string, pci: string): Promise<StoredSmartSession> {
    const found = await store.find(projectKey, account.toLowerCase(), pci)
    if (found === undefined) throw new HttpError(404, 'The session is unknown')
    return found
  }

  const isOf = (account: SessionAccount, { chainId, address = '' }: GrantRequest): boolean =>
    `eip155:${BigInt(chainId)}` === account.chainId && isSameHex(address, account.address)

  /** Addresses of the stored keys. @throws Error when the row is damaged. */
  function keysOf({ accounts }: SessionSigning, { requested }: StoredSmartSession): SessionKeys {
    const [cosigner, site] = requested.signer.data.keys.map((key) => accounts.addressOfKey(key.publicKey))
    if (cosigner === undefined || site === undefined) throw new Error('A stored session has unreadable keys')
    return { cosigner, site }
  }

  /** @throws HttpError 400 if no remaining allowance covers the act. */
  async function spend(verdict: PermissionVerdict, projectKey: string, pci: string): Promise<void> {
    if (verdict.is === 'allowed') return
    if (verdict.is === 'refused') throw new HttpError(400, verdict.reason)
    for (const { permission, period, amount, allowance } of verdict.uses)
      if (await store.spend({ projectKey, pci, permission, period }, amount, allowance)) return
    throw new HttpError(400, 'The allowance is used up')
  }

  const list = route(getSessions, privateResponse, async ({ param, project }) => {
    requireSigning()
    const sessions = await store.listActive(project.key, param('address').toLowerCase())
    return { pcis: listed(sessions, currentSeconds()) }
  })

  const prepare = route(postSession, privateResponse, async ({ param, body, project }) => {
    const configured = requireSigning()
    const account = readAccount(configured, param('address'))
    if (!isOf(account, body)) throw new HttpError(400, 'The request is for another account')
    if (body.expiry <= currentSeconds()) throw new HttpError(400, 'The expiry has passed')
    const [siteKey, ...others] = body.signer.data.keys
    if (siteKey === undefined || others.length > 0)
      throw new HttpError(400, 'The request must have one key, that of the site')
    if (siteKey.type !== 'secp256k1' || configured.accounts.addressOfKey(siteKey.publicKey) === undefined)
      throw new HttpError(400, 'The key must be an uncompressed secp256k1 public key')
    const cosigner = configured.accounts.createCosigner()
    const key = { type: 'secp256k1' as const, publicKey: cosigner.publicKey }
    const pci = crypto.randomUUID()
    await store.add({
      projectKey: project.key,
      account: `${account.chainId}:${account.address}`.toLowerCase(),
      session: {
        project: { id: project.id, name: project.name, url: urlOf(project) },
        pci,
        createdAt: currentSeconds(),
        expiry: body.expiry,
        permissions: body.permissions,
        ...(body.policies && { policies: body.policies }),
      },
      requested: { ...body, signer: { ...body.signer, data: { keys: [key, siteKey] } } },
      sealedKey: configured.secrets.seal(cosigner.privateKey, sealContext({ projectKey: project.key, pci })),
      isActive: false,
    })
    return { pci, key }
  })

  const activate = route(postSessionActivation, privateResponse, async ({ param, body, project }) => {
    const configured = requireSigning()
    const found = await find(project.key, param('address'), body.pci)
    const account = readAccount(configured, param('address'))
    const { requested } = found
    if (!isOf(account, body) || canonicalJson(body.signer) !== canonicalJson(requested.signer))
      throw new HttpError(400, 'The session is of other keys, or of another account')
    if (body.expiry > requested.expiry || !isWithin(body.permissions, requested.permissions))
      throw new HttpError(400, 'The grant exceeds the request')
    const grant = await configured.accounts.readGrant(account, keysOf(configured, found))
    // A wallet may respond before a block contains its grant: the widget asks again.
    if (grant === undefined) throw new HttpError(409, 'The account has granted no such session')
    if (grant.expirySeconds !== BigInt(body.expiry))
      throw new HttpError(400, 'The account has granted the session with another expiry')
    const granted = { expiry: body.expiry, permissions: body.permissions }
    if (await store.activate({ ...found, session: { ...found.session, ...granted } })) return {}
    // The widget repeats a call whose response it did not receive.
    const { isActive, session } = await find(project.key, param('address'), body.pci)
    const { expiry, permissions } = session
    if (session.revokedAt) throw new HttpError(400, 'The session was revoked')
    if (!isActive || canonicalJson({ expiry, permissions }) !== canonicalJson(granted))
      throw new HttpError(400, 'The session was activated with another grant')
    return {}
  })

  const revoke = route(
    postSessionRevocation,
    privateResponse,
    async ({ param, body: { pci, signature }, project }) => {
      const configured = requireSigning()
      await find(project.key, param('address'), pci)
      const { chainId, address } = readAccount(configured, param('address'))
      if (!(await signatures.isSignedBy(chainId, address, pci, signature)))
        throw new HttpError(401, 'The signature does not hold')
      if (!(await store.revoke(project.key, pci, currentSeconds())))
        throw new HttpError(400, 'The session is already revoked')
      return {}
    },
  )

  const cosign = route(postCosign, privateResponse, async ({ param, body, project }) => {
    const configured = requireSigning()
    const { accounts, secrets } = configured
    const found = await find(project.key, param('address'), body.pci)
    const account = readAccount(configured, param('address'))
    requireActive(found, currentSeconds())
    const keys = keysOf(configured, found)
    const act = { ...body.act, value: BigInt(body.act.value) }
    const grant = await accounts.readGrant(account, keys)
    if (grant === undefined || grant.expirySeconds <= BigInt(currentSeconds()))
      throw new HttpError(400, 'The account no longer grants the session')
    const hash = accounts.actHash(account, keys, grant.actCount, act)
    const signer = await accounts.recoverSigner(hash, body.signature)
    if (signer === undefined || !isSameHex(signer, keys.site))
      throw new HttpError(401, 'The signature does not hold')
    // Steps that can fail run before the allowance is spent.
    const privateKey = secrets.open(found.sealedKey, sealContext({ projectKey: project.key, pci: body.pci }))
    const permissions: readonly SessionPermission[] = z.parse(permissionsSchema, found.session.permissions)
    const actContext = { permissions, account: account.address, act, nowSeconds: currentSeconds() }
    // Spent and committed before the signature exists: a crash between the two costs the host an amount that it cannot use.
    // In the other order, a signature could be returned whose amount is not counted.
    await spend(verifyAct({ ...actContext, decodeCall: accounts.decodeCall }), project.key, body.pci)
    // Read again: a revocation that completed while the chain was read applies.
    requireActive(await find(project.key, param('address'), body.pci), currentSeconds())
    return { cosigner: keys.cosigner, signature: await accounts.sign(privateKey, hash) }
  })

  return [list, prepare, activate, revoke, cosign]
}
