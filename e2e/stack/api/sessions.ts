import { randomUUID } from 'node:crypto'
import { type Address, getAddress, type Hex, isAddress, isHex, recoverMessageAddress } from 'viem'
import {
  generatePrivateKey,
  type PrivateKeyAccount,
  privateKeyToAccount,
  publicKeyToAddress,
} from 'viem/accounts'
import * as z from 'zod/mini'
import { Refusal } from '#server/core/refusal.ts'
import { type Route, route } from '#server/core/route.ts'
import { noQuery, postEndpoint } from '#shared/api/endpoint.ts'
import {
  type GrantRequest,
  getSessions,
  postSession,
  postSessionActivation,
  postSessionRevocation,
  type SmartSession,
} from '#shared/api/sessions.ts'
import type { RunningChain } from '../chains/running-chain.ts'
import { sessionAccountArtefact } from '../contracts/out/session-account.ts'
import { createPermissionJudge } from './session-permissions.ts'

const { abi } = sessionAccountArtefact

const hex = z.custom<Hex>((value) => isHex(value), 'not hex')
const address = z.custom<Address>((value) => typeof value === 'string' && isAddress(value, { strict: false }))

/**
 * Signs beside a site for one act of a session. What real services do here is between them and the sites, so it is of
 * the local world alone; the widget never asks for it.
 */
export const postCosign = postEndpoint(
  '/v1/sessions/:address/cosign',
  noQuery,
  () =>
    z.object({
      pci: z.string(),
      act: z.object({ to: address, value: hex, data: hex }),
      signature: hex,
    }),
  () => z.object({ cosigner: address, signature: hex }),
)

/** A session as it is kept; prepared until the wallet has granted it. */
type Kept = {
  readonly account: string
  readonly key: Address
  readonly cosigner: PrivateKeyAccount
  readonly judge: ReturnType<typeof createPermissionJudge>
  readonly asked: GrantRequest
  session: SmartSession
  isActive: boolean
}

const seconds = () => Math.floor(Date.now() / 1_000)
const sameText = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()

function readKey({ type, publicKey }: GrantRequest['signer']['data']['keys'][number]): Address {
  if (type !== 'secp256k1' || !isHex(publicKey) || publicKey.length !== 132)
    throw new Refusal(400, 'Whole keys of secp256k1 alone are taken here')
  return publicKeyToAddress(publicKey)
}

/**
 * Sessions of accounts (ERC-7715), in memory and apart for each project id. A session acts by two keys: the site's, and
 * one that is kept here and signs only what the session may do, and nothing once it has expired or was revoked.
 */
export function sessionRoutes(chains: readonly RunningChain[]): readonly Route[] {
  const kept = new Map<string, Kept[]>()
  const keptOf = (projectId: string, account: string) =>
    (kept.get(projectId) ?? []).filter((one) => sameText(one.account, account))

  /** The chain and address of a CAIP-10 account. */
  function readAccount(account: string): { chain: RunningChain; owner: Address } {
    const owner = account.slice(account.lastIndexOf(':') + 1)
    const chain = chains.find(({ plan }) => account.startsWith(`eip155:${plan.chainId}:`))
    if (chain === undefined || !isAddress(owner, { strict: false }))
      throw new Refusal(400, 'There is no such account here')
    return { chain, owner: getAddress(owner) }
  }
  function find(projectId: string, account: string, pci: string): Kept {
    const found = keptOf(projectId, account).find((one) => one.session.pci === pci)
    if (found === undefined) throw new Refusal(404, 'There is no such session')
    return found
  }

  const list = route(getSessions, ({ param, project }) => ({
    pcis: keptOf(project.key, param('address')).flatMap(({ isActive, session }) =>
      isActive ? [session] : [],
    ),
  }))

  const prepare = route(postSession, ({ param, body, project }) => {
    const { chain, owner } = readAccount(param('address'))
    if (Number(body.chainId) !== chain.plan.chainId || !sameText(body.address ?? '', owner))
      throw new Refusal(400, 'The request is for another account')
    if (body.expiry <= seconds()) throw new Refusal(400, 'The expiry has passed')
    const [first, ...others] = body.signer.data.keys
    if (first === undefined || others.length > 0) throw new Refusal(400, 'One key of the site is taken here')
    const cosigner = privateKeyToAccount(generatePrivateKey())
    const [url = null] = project.allowedOrigins
    const one: Kept = {
      account: param('address'),
      key: readKey(first),
      cosigner,
      judge: createPermissionJudge(),
      asked: body,
      session: {
        project: { id: project.id, name: 'Tidewater Coffee', url },
        pci: randomUUID(),
        createdAt: seconds(),
        expiry: body.expiry,
        permissions: body.permissions,
        policies: body.policies,
      },
      isActive: false,
    }
    kept.set(project.key, [...(kept.get(project.key) ?? []), one])
    return { pci: one.session.pci, key: { type: 'secp256k1' as const, publicKey: cosigner.publicKey } }
  })

  const activate = route(postSessionActivation, async ({ param, body, project }) => {
    const one = find(project.key, param('address'), body.pci)
    const { chain, owner } = readAccount(one.account)
    const signers = body.signer.data.keys.map(readKey)
    if (!sameText(body.address ?? '', owner) || signers.join() !== [one.cosigner.address, one.key].join())
      throw new Refusal(400, 'The session is of other keys, or of another account')
    const asked = one.asked.permissions.map((permission) => JSON.stringify(permission))
    if (body.expiry > one.asked.expiry || !body.permissions.every((p) => asked.includes(JSON.stringify(p))))
      throw new Refusal(400, 'More was granted than was asked')
    const [expiry] = await readGrant(chain, owner, one)
    if (expiry !== BigInt(body.expiry)) throw new Refusal(400, 'The account has granted no such session')
    one.session = { ...one.session, expiry: body.expiry, permissions: body.permissions }
    one.isActive = true
    return {}
  })

  const revoke = route(postSessionRevocation, async ({ param, body, project }) => {
    const one = find(project.key, param('address'), body.pci)
    const { chain, owner } = readAccount(one.account)
    const { pci, signature } = body
    // The chain answers for accounts that are contracts (ERC-1271).
    const isOwn =
      isHex(signature) && (await chain.client.verifyMessage({ address: owner, message: pci, signature }))
    if (!isOwn) throw new Refusal(401, 'The signature does not hold')
    if (one.session.revokedAt) throw new Refusal(400, 'The session was revoked before')
    one.session = { ...one.session, revokedAt: seconds() }
    return {}
  })

  const cosign = route(postCosign, async ({ param, body, project }) => {
    const one = find(project.key, param('address'), body.pci)
    const { chain, owner } = readAccount(one.account)
    const { session, key, cosigner, judge } = one
    if (!one.isActive) throw new Refusal(400, 'The session was not granted')
    if (session.revokedAt) throw new Refusal(400, 'The session was revoked')
    if (session.expiry <= seconds()) throw new Refusal(400, 'The session has expired')
    const { to, data } = body.act
    const wanted = { key, cosigner: cosigner.address, to, value: BigInt(body.act.value), data }
    const raw = await chain.client.readContract({
      ...{ abi, address: owner, functionName: 'actHash', args: [wanted] },
    })
    const signer = await recoverMessageAddress({ message: { raw }, signature: body.signature })
    if (!sameText(signer, key)) throw new Refusal(401, 'The signature does not hold')
    judge(one.asked.permissions, wanted, seconds())
    return { cosigner: cosigner.address, signature: await cosigner.signMessage({ message: { raw } }) }
  })

  return [list, prepare, activate, revoke, cosign]
}

/** When the session that an account has granted ends, and how often it acted. */
function readGrant(chain: RunningChain, owner: Address, { key, cosigner }: Kept) {
  const args = [key, cosigner.address] as const
  return chain.client
    .readContract({ abi, address: owner, functionName: 'sessions', args })
    .catch(() => [0n, 0n] as const)
}
