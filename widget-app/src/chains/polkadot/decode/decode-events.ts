import * as z from '#shared/zod.ts'
import type { AuthorityKind } from '../../fact-kinds.ts'
import type { BalanceChange, Fact } from '../../request-facts.ts'
import { normalizeAddress } from '../address.ts'
import { idText, proxyAuthority } from './call-arguments.ts'

/** An event as in `toHuman`, except that ids of assets and collections are written as in calls. */
export type SimulatedEvent = { readonly section: string; readonly method: string; readonly data: unknown }

type Value = { toHuman(): unknown; toString(): string; toHex(): string }
type EventData = Iterable<Value> & { readonly names: readonly string[] | null; toHuman(): unknown }

const isEventData = (data: unknown): data is EventData =>
  Array.isArray(data) &&
  'names' in data &&
  'toHuman' in data &&
  data.every((value: unknown) => typeof value === 'object' && value !== null && 'toHuman' in value)

/** Members of events that identify an asset or a collection. */
const idMembers: readonly string[] = ['assetId', 'collection']

const toReadable = (data: EventData): unknown => {
  if (data.names === null) return data.toHuman()
  const values = [...data]
  return Object.fromEntries(
    data.names.flatMap((name, index) => {
      const value = values[index]
      if (value === undefined) return []
      return [[name, idMembers.includes(name) ? idText(value) : value.toHuman()]]
    }),
  )
}

/** An event as the library decodes it. */
export const simulatedEventSchema = () =>
  z.object({
    section: z.string(),
    method: z.string(),
    data: z.pipe(z.custom<EventData>(isEventData), z.transform(toReadable)),
  })

/** Effects of a simulation's events on one account. */
export type SimulationEffects = {
  readonly changes: readonly BalanceChange[]
  readonly grants: readonly Fact[]
  /** An event of a kind that the widget does not support occurred. */
  readonly isPartial: boolean
}

/** Half of the maximum balance. */
const unlimitedFrom = 2n ** 96n

/** A number in `toHuman` output: digits in groups. */
const numberSchema = () =>
  z.pipe(
    z.string().check(z.regex(/^\d{1,3}(?:,\d{3}){0,25}$|^\d{1,78}$/)),
    z.transform((text: string) => BigInt(text.replaceAll(',', ''))),
  )

const nativeSchema = () => z.object({ from: z.string(), to: z.string(), amount: numberSchema() })
const oneSidedSchema = () => z.object({ who: z.string(), amount: numberSchema() })
const assetSchema = () =>
  z.object({ assetId: z.string(), from: z.string(), to: z.string(), amount: numberSchema() })
const destroyedSchema = () => z.object({ assetId: z.string(), owner: z.string(), balance: numberSchema() })
const issuedSchema = () => z.object({ assetId: z.string(), owner: z.string(), amount: numberSchema() })
const approvedSchema = () =>
  z.object({ assetId: z.string(), source: z.string(), delegate: z.string(), amount: numberSchema() })
const itemSchema = () =>
  z.object({ collection: z.string(), item: numberSchema(), from: z.string(), to: z.string() })
const itemApprovedSchema = () => z.object({ owner: z.string(), delegate: z.string() })
const proxySchema = () =>
  z.object({ delegator: z.string(), delegatee: z.string(), proxyType: z.optional(z.unknown()) })
const multisigSchema = () => z.object({ approving: z.string(), multisig: z.string() })
const teamSchema = () => z.object({ issuer: z.string(), admin: z.string(), freezer: z.string() })
const ownerSchema = () => z.union([z.object({ owner: z.string() }), z.object({ newOwner: z.string() })])

const assetPallets: readonly string[] = ['assets', 'foreignAssets', 'poolAssets']
const itemPallets: readonly string[] = ['uniques', 'nfts']

/** Events that move no balance of an account and grant no authority. */
const harmless: ReadonlySet<string> = new Set([
  'balances.Deposit',
  'system.ExtrinsicSuccess',
  'system.NewAccount',
  'system.KilledAccount',
  'system.Remarked',
  'transactionPayment.TransactionFeePaid',
  'utility.BatchCompleted',
  'utility.ItemCompleted',
])

type Effect = { readonly change?: BalanceChange; readonly grants?: readonly Fact[] }

const authority = (event: SimulatedEvent, kind: AuthorityKind, to: string): Fact => ({
  is: 'authority',
  name: `${event.section}.${event.method}`,
  right: kind,
  to: normalizeAddress(to) ?? to,
})

const balanceChange = (contract: string | undefined, value: bigint): Effect =>
  value === 0n ? {} : { change: { figure: { value, contract } } }

/** Effect of one event on the account; `undefined` for an unsupported event. @throws ZodError. */
function effectOf(event: SimulatedEvent, isOwn: (address: string) => boolean): Effect | undefined {
  const { section, method, data } = event
  const movedAmount = ({ from, to, amount }: z.output<ReturnType<typeof nativeSchema>>): bigint =>
    (isOwn(to) ? amount : 0n) - (isOwn(from) ? amount : 0n)
  if (section === 'balances' && method === 'Transfer')
    return balanceChange(undefined, movedAmount(nativeSchema().parse(data)))
  if (section === 'balances' && (method === 'Burned' || method === 'Slashed')) {
    const { who, amount } = oneSidedSchema().parse(data)
    return isOwn(who) ? balanceChange(undefined, -amount) : {}
  }
  if (assetPallets.includes(section)) {
    if (method === 'Transferred' || method === 'TransferredApproved') {
      const { assetId, ...parts } = assetSchema().parse(method === 'Transferred' ? data : toTransferred(data))
      return balanceChange(`${section}/${assetId}`, movedAmount(parts))
    }
    if (method === 'Burned') {
      const { assetId, owner, balance } = destroyedSchema().parse(data)
      return isOwn(owner) ? balanceChange(`${section}/${assetId}`, -balance) : {}
    }
    if (method === 'Issued') {
      const { assetId, owner, amount } = issuedSchema().parse(data)
      return isOwn(owner) ? balanceChange(`${section}/${assetId}`, amount) : {}
    }
    if (method === 'ApprovedTransfer') {
      const { assetId, source, delegate, amount } = approvedSchema().parse(data)
      if (!isOwn(source)) return {}
      const figure = { value: amount, contract: `${section}/${assetId}` }
      const spender = normalizeAddress(delegate) ?? delegate
      return { grants: [{ is: 'approval', spender, figure, isUnlimited: amount >= unlimitedFrom }] }
    }
  }
  if (itemPallets.includes(section)) {
    if (method === 'Transferred') {
      const { collection, item, from, to } = itemSchema().parse(data)
      const value = (isOwn(to) ? 1n : 0n) - (isOwn(from) ? 1n : 0n)
      const figure = { value, contract: `${section}/${collection}` }
      return value === 0n ? {} : { change: { figure, collectible: item } }
    }
    if (method === 'ApprovedTransfer' || method === 'TransferApproved') {
      const { owner, delegate } = itemApprovedSchema().parse(data)
      return isOwn(owner) ? { grants: [authority(event, 'operator', delegate)] } : {}
    }
  }
  if (assetPallets.includes(section) || itemPallets.includes(section)) {
    if (method === 'TeamChanged') {
      const { issuer, admin, freezer } = teamSchema().parse(data)
      const others = [...new Set([issuer, admin, freezer])].filter((each) => !isOwn(each))
      return { grants: others.map((each) => authority(event, 'owner', each)) }
    }
    if (method === 'OwnerChanged') {
      const parsed = ownerSchema().parse(data)
      const owner = 'owner' in parsed ? parsed.owner : parsed.newOwner
      return isOwn(owner) ? {} : { grants: [authority(event, 'owner', owner)] }
    }
  }
  if (section === 'proxy' && method === 'ProxyAdded') {
    const { delegator, delegatee, proxyType } = proxySchema().parse(data)
    return isOwn(delegator) ? { grants: [authority(event, proxyAuthority(proxyType), delegatee)] } : {}
  }
  if (section === 'multisig' && (method === 'NewMultisig' || method === 'MultisigApproval')) {
    const { approving, multisig } = multisigSchema().parse(data)
    return isOwn(approving) ? { grants: [authority(event, 'multisig', multisig)] } : {}
  }
  return harmless.has(`${section}.${method}`) ? {} : undefined
}

/** Renames the members of `TransferredApproved` to those of `Transferred`. */
function toTransferred(data: unknown): unknown {
  const { owner, destination, ...rest } = z.parse(
    z.looseObject({ owner: z.string(), destination: z.string() }),
    data,
  )
  return { ...rest, from: owner, to: destination }
}

/** Sums changes by asset; changes of collectibles stay separate. */
function sumChanges(changes: readonly BalanceChange[]): readonly BalanceChange[] {
  const sums = new Map<string, BalanceChange>()
  for (const change of changes) {
    const key = `${change.figure.contract ?? ''}#${change.collectible ?? ''}`
    const value = (sums.get(key)?.figure.value ?? 0n) + change.figure.value
    sums.set(key, { ...change, figure: { ...change.figure, value } })
  }
  return [...sums.values()].filter(({ figure }) => figure.value !== 0n)
}

/** Balance changes of an account and authorities that it grants, by the events of a simulation. */
export function decodeEvents(events: readonly SimulatedEvent[], account: string): SimulationEffects {
  const normalized = normalizeAddress(account)
  const isOwn = (address: string) => normalizeAddress(address) === normalized
  const effects = events.map((event) => {
    try {
      return effectOf(event, isOwn)
    } catch {
      return undefined
    }
  })
  return {
    changes: sumChanges(effects.flatMap((effect) => effect?.change ?? [])),
    grants: effects.flatMap((effect) => effect?.grants ?? []),
    isPartial: effects.includes(undefined),
  }
}
