import { accountId } from '#shared/caip/account-id.ts'
import { type ChainId, namespaceOf } from '#shared/caip/chain-id.ts'
import type { Network } from '#shared/config/network.ts'
import type { Asset, ChainAdapter } from '#widget/chains/chain-adapter.ts'
import { capabilityAtom } from '#widget/core/capabilities.ts'
import { hostConfigAtom } from '#widget/core/config.ts'
import { portsAtom } from '#widget/core/ports.ts'
import { isHostReportedAtom } from '#widget/domain/balances/balance-source.ts'
import { type AssetBalance, nativeAsset } from '#widget/domain/balances/balances.ts'
import { displayedBalancesAtom, isListedByApi } from '#widget/domain/balances/displayed-balances.ts'
import { isSpam } from '#widget/domain/balances/spam.ts'
import { isUnknownNetworkAtom, networkAtom } from '#widget/domain/networks/networks.ts'
import { sanitizeAsset } from '#widget/domain/networks/sanitize-asset.ts'
import { queryAtom } from '#widget/lib/query.ts'
import type { QueryResult } from '#widget/lib/query-result.ts'
import { atom, type Getter } from '#widget/lib/state.ts'
import type { AssetKey } from '../draft.ts'
import { draftAtom, listedChainDefaultAtom, senderAtom } from './draft.ts'

/** The selected asset; `value` is its balance in base units, undefined while it is unknown. */
export type SelectedAsset = {
  readonly asset: Asset
  readonly value: bigint | undefined
  readonly price: string | undefined
  readonly iconUrl: string | undefined
}

/** The record of the selected asset. `missing`: the chain has no such token, or it cannot be sent. */
export type AssetSelection =
  | { readonly is: 'none' }
  | { readonly is: 'loading' }
  | { readonly is: 'missing' }
  | { readonly is: 'unavailable' }
  | { readonly is: 'known'; readonly selected: SelectedAsset }

/** Whether a balance is of that asset; hex addresses can differ in case by their checksum. */
export function isOf({ asset }: AssetBalance, { chain, address }: AssetKey): boolean {
  if (asset.chain !== chain) return false
  if (asset.address === address) return true
  const isHex = (text: string | undefined) => text?.startsWith('0x') === true
  return isHex(address) && isHex(asset.address) && asset.address?.toLowerCase() === address?.toLowerCase()
}

const noBalances: QueryResult<readonly AssetBalance[]> = { is: 'loading' }

/** The chain whose assets are listed: a payment link may name another than the wallet's. */
export const listedChainAtom = atom((get) => get(draftAtom).asset?.chain ?? get(listedChainDefaultAtom))

/** Whether tokens of a chain can be sent, in addition to its native currency. */
const sendsTokens = (get: Getter, chain: ChainId): boolean =>
  get(capabilityAtom({ capability: 'sendTokens', namespace: namespaceOf(chain) }))

/** Balances of the selectable assets. */
export const listedBalancesAtom = atom(
  (get): QueryResult<readonly AssetBalance[]> => {
    const sender = get(senderAtom)
    const chain = get(listedChainAtom)
    const balances =
      sender && chain ? get(displayedBalancesAtom(accountId(chain, sender.accounts[0]))) : noBalances
    if (balances.is !== 'ready' || !chain || sendsTokens(get, chain)) return balances
    return { ...balances, data: balances.data.filter(({ asset }) => asset.address === undefined) }
  },
  async (get, set) => {
    const sender = get(senderAtom)
    const chain = get(listedChainAtom)
    if (sender && chain) await set(displayedBalancesAtom(accountId(chain, sender.accounts[0])))
  },
)

/** The selectable tokens for display: `hidden` are possible spam, which the account view collapses too. */
export const listedTokensAtom = atom((get) => {
  const balances = get(listedBalancesAtom)
  const all = balances.is === 'ready' ? balances.data : []
  const chain = get(listedChainAtom)
  const hostTokens = get(hostConfigAtom).tokens.filter(({ chainId }) => chainId === chain)
  const isHidden = isSpam(
    all,
    hostTokens.map(({ address }) => address),
  )
  const sanitize = (token: AssetBalance): AssetBalance => ({ ...token, asset: sanitizeAsset(token.asset) })
  return {
    shown: all.filter((token) => !isHidden(token)).map(sanitize),
    hidden: all.filter(isHidden).map(sanitize),
  }
})

/** Balances on the chain of the selected asset, which also pays the fee. */
const selectedChainBalancesAtom = atom((get): QueryResult<readonly AssetBalance[]> => {
  const sender = get(senderAtom)
  const chain = get(draftAtom).asset?.chain
  return sender && chain ? get(displayedBalancesAtom(accountId(chain, sender.accounts[0]))) : noBalances
})

/** The network of the selected asset, else of the listed assets. */
export const sendNetworkAtom = atom((get): Network | undefined => {
  const chain = get(listedChainAtom)
  return chain === undefined ? undefined : get(networkAtom(chain))
})

/** Whether balances, fees and statuses of that network are only host-reported. */
export const isSendHostReportedAtom = atom((get): boolean => {
  const chain = get(listedChainAtom)
  return chain !== undefined && get(isHostReportedAtom(chain))
})

/** The adapter of the active chain; it loads in milliseconds, since the wallet is connected. */
export const adapterAtom = queryAtom<ChainAdapter>((get) => {
  const { chains } = get(portsAtom)
  const namespace = get(senderAtom)?.namespace
  return {
    key: ['send-adapter', namespace ?? ''],
    staleTimeMs: Number.POSITIVE_INFINITY,
    enabled: namespace !== undefined,
    load: () => chains.adapter(namespaceOf(`${namespace}:`)),
  }
})

/**
 * The balance of a token read from the chain: one that the list lacks, since hosts can request any, or one that the API may
 * report incompletely.
 */
const unlistedTokenAtom = queryAtom<AssetBalance | null>((get) => {
  const { chains } = get(portsAtom)
  const from = get(senderAtom)?.accounts[0]
  const key = get(draftAtom).asset
  const network = get(sendNetworkAtom)
  const balances = get(selectedChainBalancesAtom)
  const listed = balances.is === 'ready' && key !== undefined && balances.data.find((one) => isOf(one, key))
  const isListed = listed && !isListedByApi(listed)
  return {
    // Under the key of balances, so that a confirmed transfer refetches it too.
    key: ['balances', 'unlisted', key?.chain ?? '', key?.address ?? '', from ?? ''],
    staleTimeMs: 30_000,
    // Runs in parallel with the balances: a token that the host names is read at once.
    enabled: key?.address !== undefined && network !== undefined && !isListed,
    load: async () => {
      if (!key?.address || !from || !network) return null
      const { tokenBalances } = await chains.adapter(namespaceOf(key.chain))
      const [found] = (await tokenBalances?.(from, network, [key.address])) ?? []
      return found ? { ...found, price: undefined, iconUrl: undefined, source: 'rpc' } : null
    },
  }
})

const knownSelection = (selected: AssetBalance): AssetSelection => ({
  is: 'known',
  selected: { ...selected, asset: sanitizeAsset(selected.asset) },
})

/** A listed token, with amounts as the chain counts and displays them; as listed if the chain does not respond. */
function listedSelection(get: Getter, listed: AssetBalance): AssetSelection {
  if (!isListedByApi(listed)) return knownSelection(listed)
  const read = get(unlistedTokenAtom)
  if (read.is === 'loading') return { is: 'loading' }
  if (read.is === 'failed' || read.data === null) return knownSelection(listed)
  const { asset, value } = read.data
  const { decimals, displayed } = asset
  return knownSelection({ ...listed, asset: { ...listed.asset, decimals, displayed }, value })
}

/** The selected asset with its balance, sanitized as displayed: the review and the journal use the same. */
export const assetSelectionAtom = atom((get): AssetSelection => {
  const key = get(draftAtom).asset
  if (!key) return { is: 'none' }
  if (key.address !== undefined && !sendsTokens(get, key.chain)) return { is: 'missing' }
  if (get(isUnknownNetworkAtom(key.chain))) return { is: 'unavailable' }
  const balances = get(selectedChainBalancesAtom)
  if (balances.is === 'loading') return { is: 'loading' }
  const listed = balances.is === 'ready' ? balances.data.find((one) => isOf(one, key)) : undefined
  if (listed) return listedSelection(get, listed)
  if (key.address === undefined) {
    // The native currency is known without its balance, and the chain decides in any case.
    const network = get(sendNetworkAtom)
    const unpriced = { value: undefined, price: undefined, iconUrl: undefined }
    return network
      ? { is: 'known', selected: { asset: nativeAsset(network), ...unpriced } }
      : { is: 'unavailable' }
  }
  const unlisted = get(unlistedTokenAtom)
  if (unlisted.is === 'loading') return { is: 'loading' }
  if (unlisted.is === 'failed') return { is: 'unavailable' }
  return unlisted.data ? knownSelection(unlisted.data) : { is: 'missing' }
})

/** The native balance on the selected asset's chain: it pays the fee, and its price values the fee. */
export const nativeBalanceAtom = atom((get): AssetBalance | undefined => {
  const balances = get(selectedChainBalancesAtom)
  return balances.is === 'ready' ? balances.data.find(({ asset }) => asset.address === undefined) : undefined
})
