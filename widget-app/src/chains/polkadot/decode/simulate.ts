import type { Network } from '#shared/config/network.ts'
import * as z from '#shared/zod.ts'
import { sanitizeText } from '#widget/lib/text/sanitize-text.ts'
import type { DecodedAmount, DecodedAsset, Description, Fact } from '../../request-facts.ts'
import type { Simulation } from '../../simulation.ts'
import { normalizeAddress } from '../address.ts'
import type { ChainNode } from '../nodes.ts'
import { amountSchema } from '../scale-json.ts'
import { assetTransferFailure } from '../transactions/asset-transfer-failure.ts'
import { dispatchErrorMessage } from '../transactions/dispatch-error-messages.ts'
import { nativeTransferFailure } from '../transactions/native-transfer-failure.ts'
import type { RequestedPayload } from '../wallet/signer-payload.ts'
import { decodeEvents, simulatedEventSchema } from './decode-events.ts'
import { decodeCall } from './decode-request.ts'
import { decodeRuntimeCall } from './decode-runtime-call.ts'
import { relayCurrency } from './decode-xcm.ts'

/** XCM version of the messages in the dry run's result; balance changes are the same in all versions. */
const xcmVersion = 4

const infoSchema = () => z.object({ partialFee: amountSchema() })
const symbolMaxLength = 16
const assetSchema = () =>
  z.object({
    symbol: z.pipe(
      z.string(),
      z.transform((text) => sanitizeText(text, symbolMaxLength)),
    ),
    decimals: z.coerce.number().check(z.int(), z.gte(0), z.lte(36)),
  })

const outcomeSchema = () =>
  z.object({
    Ok: z.object({
      executionResult: z.union([z.object({ Ok: z.unknown() }), z.object({ Err: z.unknown() })]),
    }),
  })
/** The events as the library decodes them: `toHuman` would write structured ids differently from calls. */
const eventsSchema = () => z.object({ asOk: z.object({ emittedEvents: z.array(simulatedEventSchema()) }) })

async function readFee({ api }: ChainNode, requested: RequestedPayload): Promise<bigint | undefined> {
  const queryInfo = api.call.transactionPaymentApi?.queryInfo
  if (queryInfo === undefined) return undefined
  const { genesisHash, runtimeVersion } = api
  const era = api.registry.createType('ExtrinsicEra', { current: 1, period: 64 })
  const extrinsic = api.tx(api.registry.createType('Call', decodeCall({ api }, requested).toU8a()))
  const signed = extrinsic.signFake(requested.payload.address, {
    ...{ blockHash: genesisHash, genesisHash, runtimeVersion, era },
    nonce: 1,
  })
  const bytes = signed.toU8a()
  const info = infoSchema().safeParse((await queryInfo(bytes, bytes.length)).toJSON())
  return info.success ? info.data.partialFee : undefined
}

/**
 * Simulates a call with the runtime's dry run (`DryRunApi`), if it has one; otherwise the runtime reports only the fee, and
 * the state of accounts and assets shows whether a transfer would fail.
 */
export async function simulate(
  node: ChainNode,
  requested: RequestedPayload,
  network: Network,
): Promise<Simulation | undefined> {
  const dryRun = node.api.call.dryRunApi?.dryRunCall
  if (dryRun === undefined) {
    const { address } = requested.payload
    const facts = decodeRuntimeCall(decodeCall(node, requested), normalizeAddress(address) ?? address)
    const [assetFailure, fee] = await Promise.all([
      // Some chains store assets in other shapes, of which nothing is known here.
      assetTransferFailure(node, facts, address).catch(() => undefined),
      readFee(node, requested),
    ])
    const nativeFailure = async () =>
      nativeTransferFailure(node, decodeCall(node, requested), address, fee ?? 0n)
    const reason = assetFailure ?? (await nativeFailure().catch(() => undefined))
    if (reason !== undefined) return { is: 'fails', reason }
    return fee === undefined ? undefined : { is: 'priced', fee }
  }
  const origin = { system: { Signed: requested.payload.address } }
  const [result, fee] = await Promise.all([
    dryRun(origin, decodeCall(node, requested), xcmVersion),
    readFee(node, requested).catch(() => undefined),
  ])
  const outcome = outcomeSchema().safeParse(result.toHuman())
  if (!outcome.success) return undefined
  const { executionResult } = outcome.data.Ok
  if ('Err' in executionResult)
    return { is: 'fails', reason: dispatchErrorMessage(node.api.registry, executionResult.Err) }
  const events = eventsSchema().safeParse(result)
  if (!events.success) return undefined
  const { changes, grants, isPartial } = decodeEvents(
    events.data.asOk.emittedEvents,
    requested.payload.address,
  )
  const changesWithAssets = await Promise.all(
    changes.map(async (change) => ({
      ...change,
      figure: await amountWithAsset(node, change.figure, network),
    })),
  )
  return { is: 'runs', changes: changesWithAssets, fee, grants, isPartial }
}

const assetsContract = /^assets\/(\d+)$/

/** Parachains with a lower id belong to the relay chain and use its currency. */
const firstPublicParachain = 2_000

const hasRelayCurrency = async ({ api }: ChainNode): Promise<boolean> => {
  const read = api.query.parachainInfo?.parachainId
  return read !== undefined && Number((await read()).toString()) < firstPublicParachain
}

/**
 * The metadata of an asset, if the second endpoint has the same bytes in its storage; unconfirmed if there is no second one,
 * undefined if its bytes differ or it does not respond.
 */
async function confirmedAsset(
  { second }: Pick<ChainNode, 'second'>,
  key: string,
  bytes: string,
  reported: DecodedAsset,
): Promise<DecodedAsset | undefined> {
  if (second === undefined) return { ...reported, isUnconfirmed: true }
  const other = await second('state_getStorage', [key], z.string()).catch(() => undefined)
  return other?.toLowerCase() === bytes.toLowerCase() ? reported : undefined
}

async function amountWithAsset(
  node: ChainNode,
  raw: DecodedAmount,
  network: Network,
): Promise<DecodedAmount> {
  const { api } = node
  if (raw.contract === undefined) return { ...raw, asset: network.nativeCurrency }
  if (raw.contract === relayCurrency && (await hasRelayCurrency(node)))
    return { value: raw.value, contract: undefined, asset: network.nativeCurrency }
  const id = assetsContract.exec(raw.contract)?.[1]
  const read = api.query.assets?.metadata
  if (id === undefined || read === undefined) return raw
  const stored = await read(id)
  const metadata = assetSchema().safeParse(stored.toHuman())
  if (!metadata.success || metadata.data.symbol === '') return raw
  const asset = await confirmedAsset(node, read.key(id), stored.toHex(), metadata.data)
  return asset === undefined ? raw : { ...raw, asset }
}

const heldSchema = () => z.nullable(z.object({ balance: amountSchema() }))

/** An account's balance of an asset of the pallet; `undefined` if the chain does not report it. */
async function balanceOf(
  { api }: ChainNode,
  figure: DecodedAmount,
  account: string,
): Promise<bigint | undefined> {
  const id = assetsContract.exec(figure.contract ?? '')?.[1]
  const read = api.query.assets?.account
  if (id === undefined || read === undefined) return undefined
  const parsed = heldSchema().safeParse((await read(id, account)).toJSON())
  return parsed.success ? (parsed.data?.balance ?? 0n) : undefined
}

async function withAssets(node: ChainNode, fact: Fact, network: Network, account: string): Promise<Fact> {
  const addAssets = (one: Fact) => withAssets(node, one, network, account)
  if (fact.is === 'batch') return { ...fact, facts: await Promise.all(fact.facts.map(addAssets)) }
  if (fact.is === 'approval') {
    const holding = await balanceOf(node, fact.figure, account)
    return { ...fact, figure: await amountWithAsset(node, fact.figure, network), holding }
  }
  if (fact.is === 'transfer' || fact.is === 'burn')
    return { ...fact, figure: await amountWithAsset(node, fact.figure, network) }
  if (fact.is === 'known-call' && fact.locked)
    return { ...fact, locked: await amountWithAsset(node, fact.locked, network) }
  if (fact.is === 'swap') {
    const pays = fact.pays && (await amountWithAsset(node, fact.pays, network))
    return { ...fact, pays, gets: fact.gets && (await amountWithAsset(node, fact.gets, network)) }
  }
  if ((fact.is === 'term' || fact.is === 'unknown-call') && fact.figure !== undefined)
    return { ...fact, figure: await amountWithAsset(node, fact.figure, network) }
  return fact
}

/** Adds symbol and decimals from the chain's assets pallet to the facts. */
export async function addAssetMetadata(
  node: ChainNode,
  description: Description,
  network: Network,
): Promise<Description> {
  const facts = await Promise.all(
    description.facts.map((fact) => withAssets(node, fact, network, description.account)),
  )
  return { ...description, facts }
}
