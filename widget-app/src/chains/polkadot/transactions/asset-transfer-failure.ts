import * as z from '#shared/zod.ts'
import type { Fact } from '../../request-facts.ts'
import type { ChainNode } from '../nodes.ts'
import { amountSchema } from '../scale-json.ts'

// https://github.com/paritytech/polkadot-sdk/blob/master/substrate/frame/assets/src/functions.rs (`can_increase`, `can_decrease`)

/** Newer runtimes have a status instead of a flag. */
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

/** Runtimes with a limit of 16 consumers per account (`MaxConsumers`), which their metadata does not contain. */
const sixteenConsumers = /^(statemin[te]|westmint|asset-hub-(paseo|rococo|westend))$/

/** An asset that is not sufficient adds a consumer; pallets whose accounts have a status require one more to be free. */
const hasFreeConsumer = (
  { runtimeVersion }: ChainNode['api'],
  consumers: number,
  hasStatus: boolean,
): boolean => consumers <= (hasStatus ? 14 : 15) || !sixteenConsumers.test(runtimeVersion.specName.toString())

/** A transfer of an asset, by its pallet's name in storage. */
type AssetTransfer = {
  readonly pallet: string
  readonly id: unknown
  readonly to: string
  readonly value: bigint
}

/** The pallets of this shape: identifiers of foreign assets are locations, as JSON. */
const assetName = /^(assets|foreignAssets|poolAssets)\/(.+)$/

/** The identifier of an asset; undefined if its text was truncated (`idText`), so that it cannot be read. */
function idOf(text: string): unknown {
  if (/^\d+$/.test(text)) return text
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const flat = (facts: readonly Fact[]): readonly Fact[] =>
  facts.flatMap((fact) => (fact.is === 'batch' ? flat(fact.facts) : [fact]))

/** Transfers from the signer on this chain. */
const transfersIn = (facts: readonly Fact[]): readonly AssetTransfer[] =>
  flat(facts).flatMap((fact) => {
    if (fact.is !== 'transfer' || fact.from !== undefined || fact.beyond !== undefined) return []
    const [, pallet, text] = assetName.exec(fact.figure.contract ?? '') ?? []
    const id = text === undefined ? undefined : idOf(text)
    if (pallet === undefined || id === undefined) return []
    return [{ pallet, id, to: fact.to, value: fact.figure.value }]
  })

async function failureOf(
  { api }: Pick<ChainNode, 'api'>,
  { pallet, id, to, value }: AssetTransfer,
  account: string,
): Promise<string | undefined> {
  const { [pallet]: assets, system } = api.query
  const [asset, holdings, systemAccount] = [assets?.asset, assets?.account, system?.account]
  if (!asset || !holdings || !systemAccount) return undefined
  const [details, from, recipientHolding, recipientAccount] = await Promise.all([
    asset(id).then((stored) => assetSchema().parse(stored.toJSON())),
    holdings(id, account).then((stored) => accountSchema().parse(stored.toJSON())),
    holdings(id, to).then((stored) => accountSchema().parse(stored.toJSON())),
    systemAccount(to).then((stored) => systemSchema().parse(stored.toJSON())),
  ])
  if (details === null) return 'The network has no such asset'
  if (details.isFrozen || (details.status !== undefined && details.status !== 'Live'))
    return 'The asset is frozen'
  if (from === null || from.balance < value) return 'The account has less of the asset'
  if (from.isFrozen || (from.status !== undefined && from.status !== 'Liquid'))
    return 'The account is frozen for this asset'
  if (recipientHolding?.status === 'Blocked') return 'The receiver’s account is blocked for this asset'
  if (recipientHolding !== null) return undefined
  if (value < details.minBalance) return 'The amount is less than the least balance of the asset'
  if (!details.isSufficient && recipientAccount.providers === 0)
    return 'The receiver’s account is not open: it needs coins of the network before it can hold this asset'
  if (!details.isSufficient && !hasFreeConsumer(api, recipientAccount.consumers, from.status !== undefined))
    return 'The receiver’s account can hold no more kinds of assets'
  return undefined
}

/**
 * Why the asset pallets would fail a transfer of the request, for runtimes without a dry run; undefined if no reason is
 * found.
 * @throws if the chain cannot be reached.
 */
export async function assetTransferFailure(
  node: Pick<ChainNode, 'api'>,
  facts: readonly Fact[],
  account: string,
): Promise<string | undefined> {
  for (const transfer of transfersIn(facts)) {
    const failure = await failureOf(node, transfer, account)
    if (failure !== undefined) return failure
  }
  return undefined
}
