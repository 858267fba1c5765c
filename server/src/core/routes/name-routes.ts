import {
  getIdentity,
  getNameSuggestions,
  getProfile,
  getReverseNames,
  type Profile,
  postProfile,
} from '../../../../shared/api/names.ts'
import { isNameLabel } from '../../../../shared/names/name-label.ts'
import { registeredLabel } from '../../../../shared/names/registered-name.ts'
import * as z from '../../../../shared/zod.ts'
import type { Clock } from '../../ports/clock.ts'
import type { SignatureVerifier } from '../../ports/signatures.ts'
import type { AddressFormat } from '../../ports/sources/addresses.ts'
import type { NameService, ResolvedName } from '../../ports/sources/name-services.ts'
import type { NameStore, RegisteredName } from '../../ports/stores/names.ts'
import { privateResponse } from '../cache-policy.ts'
import { HttpError } from '../http-error.ts'
import { readJson } from '../json-text.ts'
import type { ImageUrlFor } from './image-urls.ts'
import { type Route, route } from './route.ts'

/** Maximum difference between the time of a claim and the server's clock, in either direction. */
const claimLifetimeSeconds = 300

const ethereumCoinType = 60
/** ENSIP-11: coin types of other EVM chains have this bit. */
const evmBit = 0x80000000

const claimSchema = z.object({
  name: z.string(),
  attributes: z.record(z.string(), z.string().check(z.maxLength(4_096))),
  timestamp: z.int(),
})

type NamePorts = {
  readonly store: NameStore
  readonly signatures: SignatureVerifier
  readonly addresses: AddressFormat
  /** CAIP-2 ids of the chains whose accounts can claim a name. */
  readonly chainIds: () => readonly string[]
  /** Other name services; the first that returns a result wins. */
  readonly services: readonly NameService[]
  /** Zone of the names that can be registered, without the leading dot, e.g. `reown.id`. */
  readonly zone: string
  /** Returns the URL from which the widget loads an avatar. */
  readonly imageUrlFor: ImageUrlFor
  readonly clock: Clock
}

const resolvedProfile = ({ name, addresses, avatar }: ResolvedName): Profile => ({
  name,
  addresses: Object.fromEntries(
    Object.entries(addresses).map(([coinType, address]) => [coinType, { address }]),
  ),
  attributes: avatar === undefined ? [] : [{ avatar }],
})

const profileOf = ({ name, accounts, avatar }: RegisteredName): Profile => ({
  name,
  addresses: Object.fromEntries(accounts.map(({ coinType, address }) => [coinType, { address }])),
  attributes: avatar === undefined ? [] : [{ avatar }],
})

function chainOfCoinType(coinType: number): string | undefined {
  if (coinType === ethereumCoinType) return 'eip155:1'
  return coinType > evmBit ? `eip155:${coinType - evmBit}` : undefined
}

const avatarOf = ({ attributes }: Profile): string | undefined => {
  const [first] = Array.isArray(attributes) ? attributes : [attributes]
  return first?.avatar
}

/** Replaces the avatar's URL with the one from which the widget loads it. */
function withImageUrl(profile: Profile, served: ImageUrlFor): Profile {
  const avatar = served(avatarOf(profile))
  return { ...profile, attributes: avatar === undefined ? [] : [{ avatar }] }
}

/** The first result; throws a service's error only if no other service has a result. */
async function firstFound(
  services: readonly NameService[],
  find: (service: NameService) => Promise<ResolvedName | undefined>,
): Promise<Profile | undefined> {
  const results = await Promise.allSettled(services.map(find))
  const found = results.find((one) => one.status === 'fulfilled' && one.value !== undefined)
  if (found?.status === 'fulfilled') return found.value && resolvedProfile(found.value)
  const failed = results.find((one) => one.status === 'rejected')
  if (failed !== undefined) throw failed.reason
  return undefined
}

/** Names: registered names of the operator's zone, and those of name services (SPEC §5, §7). */
export function nameRoutes(ports: NamePorts): readonly Route[] {
  const { store, signatures, addresses, chainIds, services, zone, imageUrlFor, clock } = ports
  /** The label of a name of the current or a former zone; both are the same name (SPEC §1). */
  const labelOf = (name: string): string | undefined => registeredLabel(name, zone)
  /** The name as it is stored. */
  const fullName = (label: string): string => `${label}.${zone}`

  const registeredNames = async (registry: string, address: string) =>
    (await store.ofAddress(registry, address)).map(profileOf)

  return [
    route(getProfile, privateResponse, async ({ param, project }) => {
      const name = param('name').toLowerCase()
      const label = labelOf(name)
      const registered =
        label === undefined ? undefined : await store.find(project.nameRegistry, fullName(label))
      const found = registered
        ? { ...profileOf(registered), name }
        : await firstFound(
            // Names of the operator's zone are registered here only.
            label === undefined ? services.filter((one) => one.isName(name)) : [],
            (one) => one.resolve(name),
          )
      if (!found) throw new HttpError(404, 'The name is not registered')
      return withImageUrl(found, imageUrlFor)
    }),

    route(getReverseNames, privateResponse, async ({ param, project }) => {
      const found = await registeredNames(project.nameRegistry, param('address'))
      if (found.length === 0) throw new HttpError(404, 'The address has no name')
      return found.map((one) => withImageUrl(one, imageUrlFor))
    }),

    route(getIdentity, privateResponse, async ({ param, project }) => {
      const [registered] = await registeredNames(project.nameRegistry, param('address'))
      const found = registered ?? (await firstFound(services, (one) => one.reverseResolve(param('address'))))
      return { name: found?.name ?? null, avatar: (found && imageUrlFor(avatarOf(found))) ?? null }
    }),

    route(getNameSuggestions, privateResponse, async ({ param, project }) => {
      const typed = param('name').toLowerCase()
      const label = labelOf(typed) ?? typed
      if (!isNameLabel(label)) throw new HttpError(400, 'A name has at least 4 letters, digits and hyphens')
      const labels = [label, `${label}-1`, `my-${label}`, `${label}-wallet`].filter(isNameLabel)
      const suggestions = labels.map(async (one) => {
        const name = fullName(one)
        return { name, registered: (await store.find(project.nameRegistry, name)) !== undefined }
      })
      return { suggestions: await Promise.all(suggestions) }
    }),

    route(postProfile, privateResponse, async ({ body, project }) => {
      const { coin_type: coinType, message, signature } = body
      const chainId = chainOfCoinType(coinType)
      if (chainId === undefined || !chainIds().includes(chainId))
        throw new HttpError(400, 'The coin type belongs to no chain of this deployment')
      const claim = z.safeParse(claimSchema, readJson(message))
      const address = addresses.normalized(chainId, body.address)
      if (!claim.success || address === undefined)
        throw new HttpError(400, 'The message is no claim of a name')
      const { name, attributes, timestamp } = claim.data
      const label = name.endsWith(`.${zone}`) ? labelOf(name) : undefined
      if (label === undefined || !isNameLabel(label)) throw new HttpError(400, 'Invalid name')
      if (Math.abs(clock() / 1_000 - timestamp) > claimLifetimeSeconds)
        throw new HttpError(400, 'The message is too old')
      if (!(await signatures.isSignedBy(chainId, address, message, signature)))
        throw new HttpError(401, 'The signature is not valid')
      const result = await store.register({
        registry: project.nameRegistry,
        name,
        accounts: [{ coinType, address }],
        avatar: attributes.avatar,
        createdAtMs: clock(),
      })
      switch (result) {
        case 'registered':
          return { success: true }
        case 'name-taken':
          throw new HttpError(400, 'This name is taken')
        case 'account-named':
          throw new HttpError(400, 'This account has a name already')
      }
    }),
  ]
}
