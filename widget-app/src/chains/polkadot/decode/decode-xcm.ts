import { hexToU8a } from '@polkadot/util'
import { encodeAddress } from '@polkadot/util-crypto/address'
import * as z from '#shared/zod.ts'
import type { DecodedAmount, Fact, RemoteDestination } from '../../request-facts.ts'
import { normalizeAddress } from '../address.ts'
import { amountSchema, bytesSchema } from '../scale-json.ts'
import { assetContract } from './call-arguments.ts'

/** Identifier of the relay chain's currency on a parachain. */
export const relayCurrency = 'relay'

type Junction = Readonly<Record<string, unknown>>
const junctionSchema = () => z.record(z.string(), z.unknown())

/** A location relative to the chain of the call: a number of levels up, then down through the junctions. */
const locationSchema = () =>
  z.object({
    parents: z.int().check(z.gte(0), z.lte(2)),
    interior: z.union([
      z.strictObject({ here: z.null() }),
      z.record(z.string().check(z.regex(/^x[1-8]$/)), z.unknown()),
    ]),
  })
type RawLocation = z.output<ReturnType<typeof locationSchema>>
type Location = { readonly parents: number; readonly junctions: readonly Junction[] }

/** Before XCM 4, a single junction is not in a list. @throws ZodError */
function junctionsOf({ interior }: RawLocation): readonly Junction[] {
  const [[name, value] = ['here', null]] = Object.entries(interior)
  if (name === 'here') return []
  return z.parse(z.array(junctionSchema()), Array.isArray(value) ? value : [value])
}

const toLocation = (raw: RawLocation): Location => ({ parents: raw.parents, junctions: junctionsOf(raw) })

/** The content of a versioned type; versions before 1 had no parents. @throws ZodError */
function unwrapVersion(json: unknown): unknown {
  const versioned = z.parse(z.record(z.string().check(z.regex(/^v[1-5]$/)), z.unknown()), json)
  return Object.values(versioned)[0]
}

const assetsSchema = () =>
  z
    .array(
      z.object({
        // XCM 4 removed `Concrete`.
        id: z.union([locationSchema(), z.object({ concrete: locationSchema() })]),
        fun: z.object({ fungible: amountSchema() }),
      }),
    )
    .check(z.minLength(1), z.maxLength(20))

const numberSchema = () => z.union([z.int(), z.pipe(amountSchema(), z.transform(Number))])
const numberIn = (junction: Junction | undefined, name: string): number | undefined => {
  const parsed = z.safeParse(numberSchema(), junction?.[name])
  return parsed.success ? parsed.data : undefined
}

/** A location as text, such as `../parachain 2000/palletInstance 50`. */
const locationText = ({ parents, junctions }: Location): string =>
  [
    ...Array<string>(parents).fill('..'),
    ...junctions.map((junction) =>
      Object.entries(junction)
        .map(([name, value]) => `${name} ${typeof value === 'object' ? JSON.stringify(value) : value}`)
        .join(' '),
    ),
  ].join('/')

/** Index of the Assets pallet of Asset Hub in its locations. */
const assetsPallet = 50

/** The asset at a location: native, the relay chain's currency, one of the Assets pallet, or the location as text. */
function contractOf(location: Location): string | undefined {
  const { parents, junctions } = location
  if (junctions.length === 0) return parents === 0 ? undefined : relayCurrency
  const [pallet, index] = junctions
  const id = numberIn(index, 'generalIndex')
  if (
    parents === 0 &&
    junctions.length === 2 &&
    numberIn(pallet, 'palletInstance') === assetsPallet &&
    id !== undefined
  )
    return `assets/${id}`
  return locationText(location)
}

/** The asset that an identifier by location refers to; one of no known pallet is named as in `foreignAssets`. */
export function locatedAsset(
  id: Parameters<typeof assetContract>[1] & { toJSON(): unknown },
): string | undefined {
  const contract = contractOf(toLocation(z.parse(locationSchema(), id.toJSON())))
  const isNamed = contract === undefined || contract === relayCurrency || contract.startsWith('assets/')
  return isNamed ? contract : assetContract('foreignAssets', id)
}

function destinationOf(location: Location): RemoteDestination {
  const { parents, junctions } = location
  const id = numberIn(junctions[0], 'parachain')
  if (parents === 1 && junctions.length === 0) return { is: 'relay' }
  if (parents <= 1 && junctions.length === 1 && id !== undefined) return { is: 'parachain', id }
  return { is: 'elsewhere', location: locationText(location) }
}

const accountSchema = () =>
  z.union([
    z.strictObject({ accountId32: z.object({ id: bytesSchema() }) }),
    z.strictObject({ accountKey20: z.object({ key: bytesSchema() }) }),
  ])

/**
 * The remote destination and the account of a location that ends with an account (`xTokens`).
 * @throws ZodError; TypeError if it has no account of a supported kind.
 */
export function decodeDestination(json: unknown): {
  readonly to: string
  readonly beyond: RemoteDestination
} {
  const { parents, junctions } = toLocation(z.parse(locationSchema(), unwrapVersion(json)))
  const to = recipientOf({ parents: 0, junctions: junctions.slice(-1) })
  if (normalizeAddress(to) === undefined) throw new TypeError('The destination names no account')
  return { to, beyond: destinationOf({ parents, junctions: junctions.slice(0, -1) }) }
}

/** The recipient at the destination: an account, or the location as text. */
function recipientOf(location: Location): string {
  const { parents, junctions } = location
  const account = z.safeParse(accountSchema(), junctions[0])
  if (!account.success || parents > 0 || junctions.length > 1) return locationText(location)
  if ('accountKey20' in account.data)
    return normalizeAddress(account.data.accountKey20.key) ?? account.data.accountKey20.key
  const { id } = account.data.accountId32
  return normalizeAddress(encodeAddress(hexToU8a(id))) ?? id
}

const transferPattern =
  /^(?:polkadotXcm|xcmPallet)\.(?:(?:limitedReserveTransfer|limitedTeleport|reserveTransfer|teleport|transfer)Assets)$/

/** Whether a call, named as `pallet.call`, is a transfer of the XCM pallet to another chain. */
export const isXcmTransfer = (name: string): boolean => transferPattern.test(name)

/**
 * Facts of a transfer to another chain, one per asset, with recipient and destination. `args` are the call's arguments in
 * JSON: destination, beneficiary, assets.
 * @throws ZodError for locations of an unsupported kind.
 */
export function decodeXcmTransfer([destination, beneficiary, assets]: readonly unknown[]): readonly Fact[] {
  const beyond = destinationOf(toLocation(z.parse(locationSchema(), unwrapVersion(destination))))
  const to = recipientOf(toLocation(z.parse(locationSchema(), unwrapVersion(beneficiary))))
  return amountsOf(unwrapVersion(assets)).map((figure) => ({
    is: 'transfer',
    from: undefined,
    to,
    figure,
    beyond,
  }))
}

/** Instructions that deposit everything into one account. */
const depositSchema = () =>
  z.tuple([
    z.strictObject({
      depositAsset: z.strictObject({
        assets: z.strictObject({ wild: z.unknown() }),
        beneficiary: z.unknown(),
      }),
    }),
  ])

/**
 * The beneficiary of `transferAssetsUsingTypeAndThen`, as a versioned location.
 * @throws ZodError for instructions that do anything else.
 */
export function decodeDeposit(json: unknown): unknown {
  const [{ depositAsset }] = z.parse(depositSchema(), unwrapVersion(json))
  return { v5: depositAsset.beneficiary }
}

/** Amounts of the assets in a list. @throws ZodError. */
const amountsOf = (assets: unknown): readonly DecodedAmount[] =>
  z.parse(assetsSchema(), assets).map(({ id, fun }) => ({
    value: fun.fungible,
    contract: contractOf(toLocation('concrete' in id ? id.concrete : id)),
  }))

/**
 * Facts of a transfer of one or several versioned assets (`xTokens.transferMultiasset`), with recipient and destination.
 * @throws as `decodeDestination`.
 */
export function decodeAssetTransfer(asset: unknown, destination: unknown): readonly Fact[] {
  const to = decodeDestination(destination)
  const assets = unwrapVersion(asset)
  return amountsOf(Array.isArray(assets) ? assets : [assets]).map((figure) => ({
    is: 'transfer',
    from: undefined,
    figure,
    ...to,
  }))
}
