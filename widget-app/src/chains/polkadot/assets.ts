import type { Network } from '#shared/config/network.ts'
import * as z from '#shared/zod.ts'
import { sanitizeText } from '#widget/lib/text/sanitize-text.ts'
import type { AssetAmount } from '../chain-adapter.ts'
import { requireAccountKind } from './account-kind.ts'
import { parseAddress } from './address.ts'
import type { ChainNode, Nodes } from './nodes.ts'
import { amountSchema, bytesSchema } from './scale-json.ts'

/** Number of keys and values per storage read. */
const idsPerRead = 250
/** Maximum number of tokens that are listed on a chain; beyond them, only those that the host names are read. */
const idsMax = 2_000
const decimalsMax = 36
const symbolMaxLength = 32
const nameMaxLength = 64

const idPattern = /^\d{1,39}$/

const accountSchema = () => z.nullable(z.object({ balance: amountSchema() }))
const assetSchema = () => z.nullable(z.object({ isSufficient: z.boolean() }))
const metadataSchema = () => z.object({ name: bytesSchema(), symbol: bytesSchema(), decimals: z.int() })

/** A decoded value of the pallet's storage. */
type StorageValue = { toJSON(): unknown }

function textOf(hex: string, maxLength: number): string {
  const bytes = Uint8Array.from(hex.slice(2).match(/../g) ?? [], (byte) => Number.parseInt(byte, 16))
  return sanitizeText(new TextDecoder().decode(bytes), maxLength)
}

/** Storage of the pallet `Assets`; undefined on chains without it. */
function palletOf({ api }: ChainNode) {
  const { assets } = api.query
  const [account, asset, metadata] = [assets?.account, assets?.asset, assets?.metadata]
  return account && asset && metadata ? { account, asset, metadata } : undefined
}

/** Reads a storage value for each key, in sequential batches. */
async function readAll<Key, Value>(
  keys: readonly Key[],
  read: (page: Key[]) => Promise<readonly StorageValue[]>,
  parse: (json: unknown) => Value,
): Promise<readonly Value[]> {
  const values: Value[] = []
  for (let start = 0; start < keys.length; start += idsPerRead) {
    const page = await read(keys.slice(start, start + idsPerRead))
    values.push(...page.map((one) => parse(one.toJSON())))
  }
  return values
}

const readBalances = (
  account: NonNullable<ReturnType<typeof palletOf>>['account'],
  owner: string,
  ids: readonly string[],
): Promise<readonly bigint[]> =>
  readAll(
    ids.map((id) => [id, owner]),
    (page) => account.multi(page),
    (json) => accountSchema().parse(json)?.balance ?? 0n,
  )

/** The ids of a chain's tokens, in storage order. New tokens appear after a page load. */
function createIdReader(): (node: ChainNode, network: Network) => Promise<readonly string[]> {
  const cache = new Map<string, readonly string[]>()
  return async (node, network) => {
    const present = cache.get(network.id)
    if (present) return present
    const asset = palletOf(node)?.asset
    const ids: string[] = []
    let startKey: string | undefined
    while (asset && ids.length < idsMax) {
      const keys = await asset.keysPaged({ args: [], pageSize: idsPerRead, ...(startKey && { startKey }) })
      ids.push(...keys.flatMap(({ args: [id] }) => (id ? [id.toString()] : [])))
      startKey = keys.at(-1)?.toHex()
      if (keys.length < idsPerRead) break
    }
    cache.set(network.id, ids)
    return ids
  }
}

/** Reads tokens of Asset Hub and of chains with the same pallet. */
type AssetReads = {
  /** Balances by id, in the given order; ids that are no token are omitted. */
  balances(owner: string, network: Network, ids: readonly string[]): Promise<readonly AssetAmount[]>
  /** The same, and all tokens with a balance among the chain's first 2,000. */
  listed(owner: string, network: Network, ids: readonly string[]): Promise<readonly AssetAmount[]>
}

/**
 * Creates the reads. Name and symbol come from the chain only for tokens that its governance marks `isSufficient`: any
 * account can create a token called USDT. Other tokens are named by their id. Both reject with WidgetError `http/*`,
 * `chain/unsupported`, `send/failed` (account-kind), or the node's ProviderRpcError.
 */
export function createAssetReads(nodes: Nodes): AssetReads {
  const listIds = createIdReader()
  const open = async (owner: string, network: Network) => {
    const node = await nodes.open(network)
    const address = parseAddress(owner)
    requireAccountKind(node, address)
    return { node, address, pallet: palletOf(node) }
  }
  const read = async (
    owner: string,
    network: Network,
    requestedIds: readonly string[],
    isListed: boolean,
  ) => {
    const { node, address, pallet } = await open(owner, network)
    const requested = new Set(requestedIds.filter((id) => idPattern.test(id)))
    if (!pallet || (requested.size === 0 && !isListed)) return []
    const all = [...new Set([...requested, ...(isListed ? await listIds(node, network) : [])])]
    const balances = await readBalances(pallet.account, address, all)
    const present = all.flatMap((id, at) => {
      const value = balances[at] ?? 0n
      return value > 0n || requested.has(id) ? [{ id, value }] : []
    })
    const ids = present.map(({ id }) => id)
    const assets = await readAll(
      ids,
      (page) => pallet.asset.multi(page),
      (json) => assetSchema().parse(json),
    )
    const metadataList = await readAll(
      ids,
      (page) => pallet.metadata.multi(page),
      (json) => metadataSchema().parse(json),
    )
    return present.flatMap(({ id, value }, at): AssetAmount[] => {
      const [asset, tokenMetadata] = [assets[at], metadataList[at]]
      if (!asset || !tokenMetadata || tokenMetadata.decimals > decimalsMax) return []
      const number = `#${id}`
      const symbol = asset.isSufficient ? textOf(tokenMetadata.symbol, symbolMaxLength) || number : number
      const name = asset.isSufficient ? textOf(tokenMetadata.name, nameMaxLength) || number : number
      return [
        { asset: { chain: network.id, address: id, symbol, name, decimals: tokenMetadata.decimals }, value },
      ]
    })
  }
  return {
    balances: (owner, network, ids) => read(owner, network, ids, false),
    listed: (owner, network, ids) => read(owner, network, ids, true),
  }
}
