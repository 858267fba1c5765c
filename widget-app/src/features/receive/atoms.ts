import { formatWhole } from '#shared/amount/format-amount.ts'
import { accountId } from '#shared/caip/account-id.ts'
import { namespaceOf } from '#shared/caip/chain-id.ts'
import type { Network } from '#shared/config/network.ts'
import type { Asset } from '#widget/chains/chain-adapter.ts'
import { localeAtom } from '#widget/core/locale.ts'
import { portsAtom } from '#widget/core/ports.ts'
import { activeConnectionAtom } from '#widget/domain/accounts/connected-accounts.ts'
import { nativeAsset } from '#widget/domain/balances/balances.ts'
import {
  configuredChainIdsAtom,
  configuredNetworksAtom,
  isUnsupported,
  networkAtom,
} from '#widget/domain/networks/networks.ts'
import { queryAtom } from '#widget/lib/query.ts'
import { atom } from '#widget/lib/state.ts'
import { codeOf, parseRequestedAmount } from './requested-amount.ts'

/** The network of the account in use. */
export const receiveNetworkAtom = atom((get): Network | undefined => {
  const connection = get(activeConnectionAtom)
  return connection && get(networkAtom(connection.chain))
})

/** The account in use on its network, as both are asked about. */
export const receiveTargetAtom = atom((get) => {
  const connection = get(activeConnectionAtom)
  const network = get(receiveNetworkAtom)
  return connection && network ? { network, address: connection.accounts[0] } : undefined
})

const addressQueryAtom = queryAtom<{ readonly address: string; readonly isOfNetwork: boolean }>((get) => {
  const { chains } = get(portsAtom)
  const place = get(receiveTargetAtom)
  return {
    key: ['receive-address', place?.network.id ?? '', place?.address ?? ''],
    lifetimeMs: Number.POSITIVE_INFINITY,
    enabled: place !== undefined,
    load: async () => {
      if (!place) throw new Error('An address query ran without its account')
      const { address, network } = place
      const { addressOn } = await chains.adapter(namespaceOf(network.id))
      return addressOn
        ? { address: await addressOn(address, network), isOfNetwork: true }
        : { address, isOfNetwork: false }
    },
  }
})

/** The address to give away. `general`: the network could not be asked how it writes addresses. */
export type ReceiveAddress =
  | { readonly is: 'loading' }
  | { readonly is: 'known'; readonly address: string; readonly isOfNetwork: boolean }
  | { readonly is: 'general'; readonly address: string }

/** The account's address as its network writes it. Write to ask the network again. */
export const receiveAddressAtom = atom(
  (get): ReceiveAddress => {
    const loaded = get(addressQueryAtom)
    const place = get(receiveTargetAtom)
    if (loaded.is === 'ready') return { is: 'known', ...loaded.data }
    return loaded.is === 'failed' && place ? { is: 'general', address: place.address } : { is: 'loading' }
  },
  (_get, set) => {
    void set(addressQueryAtom)
  },
)

const contractQueryAtom = queryAtom<boolean>((get) => {
  const { chains } = get(portsAtom)
  const place = get(receiveTargetAtom)
  return {
    key: ['receive-contract', place?.network.id ?? '', place?.address ?? ''],
    lifetimeMs: Number.POSITIVE_INFINITY,
    enabled: place !== undefined,
    load: async (signal) => {
      if (!place) return false
      const { contractsAmong } = await chains.adapter(namespaceOf(place.network.id))
      return ((await contractsAmong?.([place.address], place.network, signal)) ?? []).length > 0
    },
  }
})

/** Whether the account is a contract of this one network: on another one the address may be nobody's. */
export const isContractAtom = atom((get) => {
  const loaded = get(contractQueryAtom)
  return loaded.is === 'ready' && loaded.data
})

/** Whether the network said that the account is no contract; until then no other network is named as safe. */
const isNoContractAtom = atom((get) => {
  const loaded = get(contractQueryAtom)
  return loaded.is === 'ready' && !loaded.data
})

/** Whether the wallet is on a network that the site does not work with. */
export const isForeignNetworkAtom = atom((get) => {
  const network = get(receiveNetworkAtom)
  return network !== undefined && isUnsupported(network.id, get(configuredChainIdsAtom))
})

const isTest = ({ testnet, local }: Network): boolean => testnet === true || local === true

/** The networks on which what is sent to this address reaches the account, the one in use first. */
export const compatibleNetworksAtom = atom((get): readonly Network[] => {
  const network = get(receiveNetworkAtom)
  const given = get(receiveAddressAtom)
  if (!network) return []
  if (!get(isNoContractAtom) || given.is !== 'known' || given.isOfNetwork) return [network]
  const others = get(configuredNetworksAtom).filter(
    (one) =>
      one.id !== network.id &&
      namespaceOf(one.id) === namespaceOf(network.id) &&
      isTest(one) === isTest(network),
  )
  return [network, ...others]
})

/** Whether what arrives here has no worth. */
export const isTestNetworkAtom = atom((get) => {
  const network = get(receiveNetworkAtom)
  return network !== undefined && isTest(network)
})

type Wish = {
  readonly of: string
  /** Held whole: what the balances say later does not make it another one. */
  readonly asset: Asset | undefined
  readonly text: string
}
const wishSlotAtom = atom<Wish | undefined>(undefined)

const shownWishAtom = atom((get): Wish => {
  const place = get(receiveTargetAtom)
  const of = place ? accountId(place.network.id, place.address) : ''
  const slot = get(wishSlotAtom)
  return slot?.of === of ? slot : { of, asset: undefined, text: '' }
})

/** What is asked for, as typed. For another account or on another network it starts anew. Write changes to it. */
export const requestDraftAtom = atom(
  (get) => get(shownWishAtom),
  (get, set, change: { readonly asset?: Asset; readonly text?: string }) =>
    set(wishSlotAtom, { ...get(shownWishAtom), ...change }),
)

/** Whether the fields to ask for an amount are open. */
export const isRequestingAmountAtom = atom(false)

/** Whether more than the first assets to ask for are shown. */
export const isMoreShownAtom = atom(false)

/** Mounted by the view: the next visit asks for nothing. */
export const resetOnLeaveAtom = atom(
  () => undefined,
  (_get, set) => {
    set(wishSlotAtom, undefined)
    set(isRequestingAmountAtom, false)
    set(isMoreShownAtom, false)
  },
)
resetOnLeaveAtom.onMount = (leave) => () => leave()

/** The asset that is asked for: the native one until another is chosen, and never another one by itself. */
export const requestedAssetAtom = atom((get): Asset | undefined => {
  const network = get(receiveNetworkAtom)
  return get(requestDraftAtom).asset ?? (network && nativeAsset(network))
})

/** The amount that is asked for. */
export const requestedAmountAtom = atom((get) => {
  const asset = get(requestedAssetAtom) ?? { decimals: 0, symbol: '' }
  return parseRequestedAmount(get(requestDraftAtom).text, asset, get(localeAtom))
})

/** The code, and what it says in words; undefined while the address is loading. */
export const codeAtom = atom((get) => {
  const given = get(receiveAddressAtom)
  const asset = get(requestedAssetAtom)
  if (given.is === 'loading' || !asset) return undefined
  const wanted = get(requestedAmountAtom)
  const code = codeOf(given.address, asset, wanted)
  const amount =
    wanted.is === 'amount' ? formatWhole(wanted.value, asset.decimals, get(localeAtom)) : undefined
  return { ...code, address: given.address, amount, symbol: asset.symbol }
})

/** Whether this namespace has payment links at all. */
export const canRequestAmountAtom = atom((get): boolean => {
  const asset = get(requestedAssetAtom)
  return asset !== undefined && codeOf('', asset, { is: 'amount', value: 1n }).isLink
})
