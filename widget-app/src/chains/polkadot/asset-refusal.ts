import * as z from 'zod/mini'
import type { Fact } from '../request-facts.ts'
import type { ChainNode } from './nodes.ts'
import { amountSchema } from './scale-json.ts'

// https://github.com/paritytech/polkadot-sdk/blob/master/substrate/frame/assets/src/functions.rs (`can_increase`, `can_decrease`)

/** Newer runtimes have a status where older ones have a mark. */
const assetSchema = () =>
  z.nullable(
    z.object({
      minBalance: amountSchema(),
      isSufficient: z.boolean(),
      isFrozen: z.optional(z.boolean()),
      status: z.optional(z.string()),
    }),
  )
const accountSchema = () =>
  z.nullable(
    z.object({
      balance: amountSchema(),
      isFrozen: z.optional(z.boolean()),
      status: z.optional(z.string()),
    }),
  )
const systemSchema = () => z.object({ providers: z.int(), consumers: z.int() })

/** Runtimes in which 16 other things may depend on an account (`MaxConsumers`): metadata do not tell it. */
const sixteenConsumers = /^(statemin[te]|westmint|asset-hub-(paseo|rococo|westend))$/

/** An asset that is not sufficient takes one, and the pallet wants one more to be free. */
const hasRoom = ({ runtimeVersion }: ChainNode['api'], consumers: number): boolean =>
  consumers <= 14 || !sixteenConsumers.test(runtimeVersion.specName.toString())

/** A transfer of an asset of the pallet. */
type AssetTransfer = { readonly id: string; readonly to: string; readonly value: bigint }

const flat = (facts: readonly Fact[]): readonly Fact[] =>
  facts.flatMap((fact) => (fact.is === 'batch' ? flat(fact.facts) : [fact]))

/** Transfers out of the account that signs, on this chain. */
const transfersIn = (facts: readonly Fact[]): readonly AssetTransfer[] =>
  flat(facts).flatMap((fact) => {
    if (fact.is !== 'transfer' || fact.from !== undefined || fact.beyond !== undefined) return []
    const id = /^assets\/(\d+)$/.exec(fact.figure.contract ?? '')?.[1]
    return id === undefined ? [] : [{ id, to: fact.to, value: fact.figure.value }]
  })

async function refusalOf(
  { api }: Pick<ChainNode, 'api'>,
  { id, to, value }: AssetTransfer,
  account: string,
): Promise<string | undefined> {
  const { assets, system } = api.query
  const [asset, holdings, systemAccount] = [assets?.asset, assets?.account, system?.account]
  if (!asset || !holdings || !systemAccount) return undefined
  const [of, from, into, receiver] = await Promise.all([
    asset(id).then((found) => assetSchema().parse(found.toJSON())),
    holdings(id, account).then((found) => accountSchema().parse(found.toJSON())),
    holdings(id, to).then((found) => accountSchema().parse(found.toJSON())),
    systemAccount(to).then((found) => systemSchema().parse(found.toJSON())),
  ])
  if (of === null) return 'The network has no such asset'
  if (of.isFrozen || (of.status !== undefined && of.status !== 'Live')) return 'The asset is frozen'
  if (from === null || from.balance < value) return 'The account has less of the asset'
  if (from.isFrozen || from.status === 'Frozen') return 'The account is frozen for this asset'
  if (into?.status === 'Blocked') return 'The receiver’s account is blocked for this asset'
  if (into !== null) return undefined
  if (value < of.minBalance) return 'The amount is less than the least balance of the asset'
  if (!of.isSufficient && receiver.providers === 0)
    return 'The receiver’s account is not open: it needs coins of the network before it can hold this asset'
  if (!of.isSufficient && !hasRoom(api, receiver.consumers))
    return 'The receiver’s account can hold no more kinds of assets'
  return undefined
}

/**
 * Why the pallet `Assets` would refuse a transfer of the request, where the runtime has no dry run; undefined where nothing
 * speaks against it.
 * @throws where the chain cannot be asked.
 */
export async function assetRefusal(
  node: Pick<ChainNode, 'api'>,
  facts: readonly Fact[],
  account: string,
): Promise<string | undefined> {
  for (const transfer of transfersIn(facts)) {
    const refusal = await refusalOf(node, transfer, account)
    if (refusal !== undefined) return refusal
  }
  return undefined
}
