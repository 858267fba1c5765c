import * as z from 'zod/mini'
import type { Network } from '#shared/config/network.ts'
import type { BalanceChange, Description, Fact, Figure, Simulation } from '../request-facts.ts'
import { normalAddress } from './address.ts'
import type { ChainNode } from './nodes.ts'
import { type AskedPayload, decodeCall } from './read-request.ts'
import { relayCurrency } from './read-xcm.ts'
import { amountSchema } from './scale-json.ts'

/** XCM version in which the dry run tells what it would send; what it says of balances is the same in all. */
const xcmVersion = 4

const reasonMaxLength = 160

const infoSchema = () => z.object({ partialFee: amountSchema() })
const assetSchema = () => z.object({ symbol: z.string(), decimals: z.coerce.number() })

const moveSchema = () => z.object({ from: z.string(), to: z.string(), amount: z.string() })
const eventSchema = () => z.object({ section: z.string(), method: z.string(), data: z.unknown() })
const outcomeSchema = () =>
  z.object({
    Ok: z.object({
      executionResult: z.union([z.object({ Ok: z.unknown() }), z.object({ Err: z.unknown() })]),
      emittedEvents: z.array(eventSchema()),
    }),
  })

/** Balances in what `toHuman` writes: digits in groups. */
const amountOf = (text: string): bigint => BigInt(text.replaceAll(',', ''))

/** What an account has more or less of the native currency, by the events of a run. */
export function changeOf(
  events: readonly { readonly section: string; readonly method: string; readonly data: unknown }[],
  account: string,
): bigint {
  const own = normalAddress(account)
  return events
    .filter(({ section, method }) => section === 'balances' && method === 'Transfer')
    .map(({ data }) => moveSchema().safeParse(data))
    .reduce((sum, move) => {
      if (!move.success) return sum
      const { from, to, amount } = move.data
      const sign = (normalAddress(to) === own ? 1n : 0n) - (normalAddress(from) === own ? 1n : 0n)
      return sum + sign * amountOf(amount)
    }, 0n)
}

async function readFee({ api }: ChainNode, payload: AskedPayload): Promise<bigint | undefined> {
  const queryInfo = api.call.transactionPaymentApi?.queryInfo
  if (queryInfo === undefined) return undefined
  const { genesisHash, runtimeVersion } = api
  const era = api.registry.createType('ExtrinsicEra', { current: 1, period: 64 })
  const extrinsic = api.tx(api.registry.createType('Call', decodeCall({ api }, payload).toU8a()))
  const signed = extrinsic.signFake(payload.address, {
    ...{ blockHash: genesisHash, genesisHash, runtimeVersion, era },
    nonce: 1,
  })
  const bytes = signed.toU8a()
  const info = infoSchema().safeParse((await queryInfo(bytes, bytes.length)).toJSON())
  return info.success ? info.data.partialFee : undefined
}

/**
 * Runs a call with the runtime's own dry run (`DryRunApi`), where it has one; elsewhere the runtime tells the fee alone.
 */
export async function simulate(
  node: ChainNode,
  payload: AskedPayload,
  network: Network,
): Promise<Simulation | undefined> {
  const dryRun = node.api.call.dryRunApi?.dryRunCall
  if (dryRun === undefined) {
    const fee = await readFee(node, payload)
    return fee === undefined ? undefined : { is: 'priced', fee }
  }
  const origin = { system: { Signed: payload.address } }
  const [answer, fee] = await Promise.all([
    dryRun(origin, decodeCall(node, payload), xcmVersion),
    readFee(node, payload).catch(() => undefined),
  ])
  const outcome = outcomeSchema().safeParse(answer.toHuman())
  if (!outcome.success) return undefined
  const { executionResult, emittedEvents } = outcome.data.Ok
  if ('Err' in executionResult)
    return { is: 'fails', reason: JSON.stringify(executionResult.Err).slice(0, reasonMaxLength) }
  const value = changeOf(emittedEvents, payload.address)
  const changes: readonly BalanceChange[] =
    value === 0n ? [] : [{ figure: { value, contract: undefined, asset: network.nativeCurrency } }]
  return { is: 'runs', changes, fee, grants: [], isPartial: true }
}

const assetsContract = /^assets\/(\d+)$/

/** Parachains with an id below it are the relay chain's own, and have its currency. */
const firstPublicParachain = 2_000

const hasRelayCurrency = async ({ api }: ChainNode): Promise<boolean> => {
  const read = api.query.parachainInfo?.parachainId
  return read !== undefined && Number((await read()).toString()) < firstPublicParachain
}

async function figureOf(node: ChainNode, raw: Figure, network: Network): Promise<Figure> {
  const { api } = node
  if (raw.contract === undefined) return { ...raw, asset: network.nativeCurrency }
  if (raw.contract === relayCurrency && (await hasRelayCurrency(node)))
    return { value: raw.value, contract: undefined, asset: network.nativeCurrency }
  const id = assetsContract.exec(raw.contract)?.[1]
  const read = api.query.assets?.metadata
  if (id === undefined || read === undefined) return raw
  const metadata = assetSchema().safeParse((await read(id)).toHuman())
  return metadata.success && metadata.data.symbol !== '' ? { ...raw, asset: metadata.data } : raw
}

async function withFigures(node: ChainNode, fact: Fact, network: Network): Promise<Fact> {
  if (fact.is === 'batch')
    return { ...fact, facts: await Promise.all(fact.facts.map((one) => withFigures(node, one, network))) }
  if (fact.is !== 'transfer' && fact.is !== 'approval') return fact
  return { ...fact, figure: await figureOf(node, fact.figure, network) }
}

/** The facts with symbol and decimals as the chain's assets pallet tells them. */
export async function readFigures(
  node: ChainNode,
  description: Description,
  network: Network,
): Promise<Description> {
  const facts = await Promise.all(description.facts.map((fact) => withFigures(node, fact, network)))
  return { ...description, facts }
}
