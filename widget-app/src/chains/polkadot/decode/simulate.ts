import * as z from 'zod/mini'
import type { Network } from '#shared/config/network.ts'
import { sanitizeText } from '#widget/lib/text/sanitize-text.ts'
import type { DecodedAmount, DecodedAsset, Description, Fact, Simulation } from '../../request-facts.ts'
import { normalAddress } from '../address.ts'
import type { ChainNode } from '../nodes.ts'
import { amountSchema } from '../scale-json.ts'
import { assetRefusal } from '../transactions/asset-transfer-failure.ts'
import { dispatchWords } from '../transactions/dispatch-error-messages.ts'
import { coinRefusal } from '../transactions/native-transfer-failure.ts'
import type { AskedPayload } from '../wallet/signer-payload.ts'
import { readEvents, runEventSchema } from './decode-events.ts'
import { decodeCall } from './decode-request.ts'
import { readRuntimeCall } from './decode-runtime-call.ts'
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
const eventsSchema = () => z.object({ asOk: z.object({ emittedEvents: z.array(runEventSchema()) }) })

async function readFee({ api }: ChainNode, asked: AskedPayload): Promise<bigint | undefined> {
  const queryInfo = api.call.transactionPaymentApi?.queryInfo
  if (queryInfo === undefined) return undefined
  const { genesisHash, runtimeVersion } = api
  const era = api.registry.createType('ExtrinsicEra', { current: 1, period: 64 })
  const extrinsic = api.tx(api.registry.createType('Call', decodeCall({ api }, asked).toU8a()))
  const signed = extrinsic.signFake(asked.payload.address, {
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
  asked: AskedPayload,
  network: Network,
): Promise<Simulation | undefined> {
  const dryRun = node.api.call.dryRunApi?.dryRunCall
  if (dryRun === undefined) {
    const { address } = asked.payload
    const facts = readRuntimeCall(decodeCall(node, asked), normalAddress(address) ?? address)
    const [ofAssets, fee] = await Promise.all([
      // Some chains store assets in other shapes, of which nothing is known here.
      assetRefusal(node, facts, address).catch(() => undefined),
      readFee(node, asked),
    ])
    const ofCoins = async () => coinRefusal(node, decodeCall(node, asked), address, fee ?? 0n)
    const reason = ofAssets ?? (await ofCoins().catch(() => undefined))
    if (reason !== undefined) return { is: 'fails', reason }
    return fee === undefined ? undefined : { is: 'priced', fee }
  }
  const origin = { system: { Signed: asked.payload.address } }
  const [answer, fee] = await Promise.all([
    dryRun(origin, decodeCall(node, asked), xcmVersion),
    readFee(node, asked).catch(() => undefined),
  ])
  const outcome = outcomeSchema().safeParse(answer.toHuman())
  if (!outcome.success) return undefined
  const { executionResult } = outcome.data.Ok
  if ('Err' in executionResult)
    return { is: 'fails', reason: dispatchWords(node.api.registry, executionResult.Err) }
  const events = eventsSchema().safeParse(answer)
  if (!events.success) return undefined
  const { changes, grants, isPartial } = readEvents(events.data.asOk.emittedEvents, asked.payload.address)
  const named = await Promise.all(
    changes.map(async (change) => ({ ...change, figure: await figureOf(node, change.figure, network) })),
  )
  return { is: 'runs', changes: named, fee, grants, isPartial }
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
async function agreed(
  { second }: Pick<ChainNode, 'second'>,
  key: string,
  bytes: string,
  own: DecodedAsset,
): Promise<DecodedAsset | undefined> {
  if (second === undefined) return { ...own, isUnconfirmed: true }
  const other = await second('state_getStorage', [key], z.string()).catch(() => undefined)
  return other?.toLowerCase() === bytes.toLowerCase() ? own : undefined
}

async function figureOf(node: ChainNode, raw: DecodedAmount, network: Network): Promise<DecodedAmount> {
  const { api } = node
  if (raw.contract === undefined) return { ...raw, asset: network.nativeCurrency }
  if (raw.contract === relayCurrency && (await hasRelayCurrency(node)))
    return { value: raw.value, contract: undefined, asset: network.nativeCurrency }
  const id = assetsContract.exec(raw.contract)?.[1]
  const read = api.query.assets?.metadata
  if (id === undefined || read === undefined) return raw
  const told = await read(id)
  const metadata = assetSchema().safeParse(told.toHuman())
  if (!metadata.success || metadata.data.symbol === '') return raw
  const asset = await agreed(node, read.key(id), told.toHex(), metadata.data)
  return asset === undefined ? raw : { ...raw, asset }
}

const heldSchema = () => z.nullable(z.object({ balance: amountSchema() }))

/** An account's balance of an asset of the pallet; `undefined` if the chain does not report it. */
async function holdingOf(
  { api }: ChainNode,
  figure: DecodedAmount,
  account: string,
): Promise<bigint | undefined> {
  const id = assetsContract.exec(figure.contract ?? '')?.[1]
  const read = api.query.assets?.account
  if (id === undefined || read === undefined) return undefined
  const held = heldSchema().safeParse((await read(id, account)).toJSON())
  return held.success ? (held.data?.balance ?? 0n) : undefined
}

async function withFigures(node: ChainNode, fact: Fact, network: Network, account: string): Promise<Fact> {
  const more = (one: Fact) => withFigures(node, one, network, account)
  if (fact.is === 'batch') return { ...fact, facts: await Promise.all(fact.facts.map(more)) }
  if (fact.is === 'approval') {
    const holding = await holdingOf(node, fact.figure, account)
    return { ...fact, figure: await figureOf(node, fact.figure, network), holding }
  }
  if (fact.is === 'transfer' || fact.is === 'burn')
    return { ...fact, figure: await figureOf(node, fact.figure, network) }
  if (fact.is === 'known-call' && fact.locked)
    return { ...fact, locked: await figureOf(node, fact.locked, network) }
  if (fact.is === 'swap') {
    const pays = fact.pays && (await figureOf(node, fact.pays, network))
    return { ...fact, pays, gets: fact.gets && (await figureOf(node, fact.gets, network)) }
  }
  if ((fact.is === 'term' || fact.is === 'unknown-call') && fact.figure !== undefined)
    return { ...fact, figure: await figureOf(node, fact.figure, network) }
  return fact
}

/** Adds symbol and decimals from the chain's assets pallet to the facts. */
export async function readFigures(
  node: ChainNode,
  description: Description,
  network: Network,
): Promise<Description> {
  const facts = await Promise.all(
    description.facts.map((fact) => withFigures(node, fact, network, description.account)),
  )
  return { ...description, facts }
}
