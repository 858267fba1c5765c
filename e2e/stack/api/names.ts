import { getAddress, isAddress, isHex } from 'viem'
import * as z from 'zod/mini'
import {
  getIdentity,
  getNameSuggestions,
  getProfile,
  getReverseNames,
  type Profile,
  postProfile,
} from '#shared/api/names.ts'
import { type ChainId, parseChainId } from '#shared/caip/chain-id.ts'
import { accountOf, coinTypeOf } from '#shared/names/coin-type.ts'
import { isNameLabel } from '#shared/names/name-label.ts'
import { nameSuffix, registeredLabel } from '#shared/names/registered-name.ts'
import { devAccount } from '../accounts.ts'
import type { RunningChain } from '../chains/running-chain.ts'
import { svmAccount } from '../chains/solana/accounts.ts'
import { type createMount, Refusal, readJson } from './mount.ts'

type Mount = ReturnType<typeof createMount>

/** A message is taken for so long after it was made, and as long before by a clock that is ahead. */
const messageLifetimeSeconds = 300

const claimSchema = z.object({
  name: z.string(),
  attributes: z.record(z.string(), z.string().check(z.maxLength(4_096))),
  timestamp: z.int(),
})

const portrait =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" fill="#f3e3d0"/><circle cx="32" cy="25" r="11" fill="#8a4b12"/><path d="M10 64a22 22 0 0 1 44 0z" fill="#8a4b12"/></svg>'

/** Accounts that nobody else uses, named from the start. */
export const namedAccounts = {
  boris: { eip155: devAccount('boris').address, solana: svmAccount('boris').address },
} as const

const firstProfiles: readonly Profile[] = [
  {
    name: `boris${nameSuffix}`,
    addresses: {
      60: { address: namedAccounts.boris.eip155 },
      501: { address: namedAccounts.boris.solana },
    },
    attributes: [{ avatar: `data:image/svg+xml,${encodeURIComponent(portrait)}` }],
  },
  { name: 'boris.sol', addresses: { 501: { address: namedAccounts.boris.solana } }, attributes: [] },
]

const sameAddress = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()

/**
 * A registry of names, in memory. What is registered under a project id with a tag is seen under that alone: tests that
 * run at the same time share accounts, and must not name each other's.
 */
export function mountNames(mount: Mount, chains: readonly RunningChain[]): void {
  const registered = new Map<string, Profile[]>()
  const known = (projectId: string) => [...firstProfiles, ...(registered.get(projectId) ?? [])]

  /** The legacy suffix stands for the present one. */
  const find = (projectId: string, name: string): Profile | undefined => {
    const label = registeredLabel(name)
    const asked = label === undefined ? name : `${label}${nameSuffix}`
    const found = known(projectId).find((one) => one.name === asked)
    return found && { ...found, name }
  }
  const namesOf = (projectId: string, address: string) =>
    known(projectId).filter(
      ({ name, addresses }) =>
        registeredLabel(name) !== undefined &&
        Object.values(addresses).some((one) => sameAddress(one.address, address)),
    )

  mount.get(getProfile, ({ param, projectId }) => {
    const found = find(projectId, param('name'))
    if (!found) throw new Refusal(404, 'The name is not registered')
    return found
  })
  mount.get(getReverseNames, ({ param, projectId }) => {
    const found = namesOf(projectId, param('address'))
    if (found.length === 0) throw new Refusal(404, 'The address has no name')
    return found
  })
  mount.get(getIdentity, ({ param, projectId }) => {
    const [found] = namesOf(projectId, param('address'))
    const [first] = Array.isArray(found?.attributes) ? found.attributes : []
    return { name: found?.name ?? null, avatar: first?.avatar ?? null }
  })
  mount.get(getNameSuggestions, ({ param, projectId }) => {
    const label = registeredLabel(param('name')) ?? param('name')
    if (!isNameLabel(label)) throw new Refusal(400, 'A name has at least 4 letters, digits and hyphens')
    const labels = [label, `${label}-1`, `my-${label}`, `${label}-wallet`].filter(isNameLabel)
    const names = labels.map((one) => `${one}${nameSuffix}`)
    return {
      suggestions: names.map((name) => ({ name, registered: find(projectId, name) !== undefined })),
    }
  })

  const chainOf = (coinType: number): { chain: RunningChain; id: ChainId } => {
    for (const chain of chains) {
      const id = parseChainId(`eip155:${chain.plan.chainId}`)
      if (coinTypeOf(id) === coinType) return { chain, id }
    }
    throw new Refusal(400, 'The coin type is of no chain here')
  }
  mount.post(postProfile, async ({ body, projectId }) => {
    const { address, message, signature } = body
    const { chain, id } = chainOf(body.coin_type)
    const claim = z.safeParse(claimSchema, readJson(message))
    if (!claim.success || !isAddress(address, { strict: false }) || !isHex(signature))
      throw new Refusal(400, 'The message is no claim of a name')
    const { name, attributes, timestamp } = claim.data
    const label = name.endsWith(nameSuffix) ? registeredLabel(name) : undefined
    if (label === undefined || !isNameLabel(label)) throw new Refusal(400, 'Invalid name')
    if (Math.abs(Date.now() / 1_000 - timestamp) > messageLifetimeSeconds)
      throw new Refusal(400, 'The message is too old')
    // The chain answers for accounts that are contracts (ERC-1271).
    if (!(await chain.client.verifyMessage({ address, message, signature })))
      throw new Refusal(401, 'The signature does not hold')
    if (find(projectId, name)) throw new Refusal(400, 'This name is taken')
    if (namesOf(projectId, address).some((one) => accountOf(one.addresses, id) !== undefined))
      throw new Refusal(400, 'This account has a name already')
    const { avatar } = attributes
    const entry: Profile = {
      name,
      addresses: { [body.coin_type]: { address: getAddress(address) } },
      attributes: avatar === undefined ? [] : [{ avatar }],
    }
    registered.set(projectId, [...(registered.get(projectId) ?? []), entry])
    return { success: true }
  })
}
