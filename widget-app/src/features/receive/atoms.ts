import { formatWhole } from '#shared/amount/format-amount.ts'
import { accountId } from '#shared/caip/account-id.ts'
import { namespaceOf } from '#shared/caip/chain-id.ts'
import type { Network } from '#shared/config/network.ts'
import type { Asset } from '#widget/chains/chain-adapter.ts'
import { formDraft } from '#widget/core/form-draft.ts'
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
import { atom, resetOnUnmountAtom } from '#widget/lib/state.ts'
import { codeOf, parseRequestedAmount } from './requested-amount.ts'

/** The network of the active account. */
export const receiveNetworkAtom = atom((get): Network | undefined => {
  const connection = get(activeConnectionAtom)
  return connection && get(networkAtom(connection.chain))
})

/** The active account with its network. */
export const receiveTargetAtom = atom((get) => {
  const connection = get(activeConnectionAtom)
  const network = get(receiveNetworkAtom)
  return connection && network ? { network, address: connection.accounts[0] } : undefined
})

const addressQueryAtom = queryAtom<{ readonly address: string; readonly isOfNetwork: boolean }>((get) => {
  const { chains } = get(portsAtom)
  const target = get(receiveTargetAtom)
  return {
    key: ['receive-address', target?.network.id ?? '', target?.address ?? ''],
    staleTimeMs: Number.POSITIVE_INFINITY,
    enabled: target !== undefined,
    load: async () => {
      if (!target) throw new Error('An address query ran without its account')
      const { address, network } = target
      const { formatAddress } = await chains.adapter(namespaceOf(network.id))
      return formatAddress
        ? { address: await formatAddress(address, network), isOfNetwork: true }
        : { address, isOfNetwork: false }
    },
  }
})

/** The address to share. `general`: the network's address format could not be read. */
export type ReceiveAddress =
  | { readonly is: 'loading' }
  | { readonly is: 'known'; readonly address: string; readonly isOfNetwork: boolean }
  | { readonly is: 'general'; readonly address: string }

/** The account's address in the encoding of its network. Write to it to refetch. */
export const receiveAddressAtom = atom(
  (get): ReceiveAddress => {
    const loaded = get(addressQueryAtom)
    const target = get(receiveTargetAtom)
    if (loaded.is === 'ready') return { is: 'known', ...loaded.data }
    return loaded.is === 'failed' && target ? { is: 'general', address: target.address } : { is: 'loading' }
  },
  (_get, set) => {
    void set(addressQueryAtom)
  },
)

const contractQueryAtom = queryAtom<boolean>((get) => {
  const { chains } = get(portsAtom)
  const target = get(receiveTargetAtom)
  return {
    key: ['receive-contract', target?.network.id ?? '', target?.address ?? ''],
    staleTimeMs: Number.POSITIVE_INFINITY,
    enabled: target !== undefined,
    load: async (signal) => {
      if (!target) return false
      const { filterContracts } = await chains.adapter(namespaceOf(target.network.id))
      return ((await filterContracts?.([target.address], target.network, signal)) ?? []).length > 0
    },
  }
})

/** True if the account is a contract account: on other networks the address can have no owner. */
export const isContractAtom = atom((get) => {
  const loaded = get(contractQueryAtom)
  return loaded.is === 'ready' && loaded.data
})

/** True if the network reported that the account is no contract; until then no other network is shown as safe. */
const isNoContractAtom = atom((get) => {
  const loaded = get(contractQueryAtom)
  return loaded.is === 'ready' && !loaded.data
})

/** True if the wallet is on a network that the host does not list. */
export const isUnsupportedNetworkAtom = atom((get) => {
  const network = get(receiveNetworkAtom)
  return network !== undefined && isUnsupported(network.id, get(configuredChainIdsAtom))
})

const isTest = ({ testnet, local }: Network): boolean => testnet === true || local === true

/** The networks on which this address belongs to the account, the active one first. */
export const compatibleNetworksAtom = atom((get): readonly Network[] => {
  const network = get(receiveNetworkAtom)
  const receiveAddress = get(receiveAddressAtom)
  if (!network) return []
  if (!get(isNoContractAtom) || receiveAddress.is !== 'known' || receiveAddress.isOfNetwork) return [network]
  const others = get(configuredNetworksAtom).filter(
    (one) =>
      one.id !== network.id &&
      namespaceOf(one.id) === namespaceOf(network.id) &&
      isTest(one) === isTest(network),
  )
  return [network, ...others]
})

/** True if assets on this network have no value. */
export const isTestNetworkAtom = atom((get) => {
  const network = get(receiveNetworkAtom)
  return network !== undefined && isTest(network)
})

type RequestDraft = {
  /** Stored as a whole, so that later balances do not change it. */
  readonly asset: Asset | undefined
  readonly text: string
}

const form = formDraft(
  atom((get) => {
    const target = get(receiveTargetAtom)
    return target && accountId(target.network.id, target.address)
  }),
  atom<RequestDraft>({ asset: undefined, text: '' }),
)

/** The payment request as typed. Reset for another account or network. Write a partial change to it. */
export const { draftAtom: requestDraftAtom } = form

/** True if the fields of the payment request are open. */
export const isRequestingAmountAtom = atom(false)

/** True if all requestable assets are shown. */
export const isMoreShownAtom = atom(false)

/** Mounted by the view: resets the payment request on unmount. */
export const resetOnLeaveAtom = resetOnUnmountAtom((_get, set) => {
  set(form.discardEditsAtom)
  set(isRequestingAmountAtom, false)
  set(isMoreShownAtom, false)
})

/** The requested asset: the native currency until the user selects another. It never changes by itself. */
export const requestedAssetAtom = atom((get): Asset | undefined => {
  const network = get(receiveNetworkAtom)
  return get(requestDraftAtom).asset ?? (network && nativeAsset(network))
})

/** The requested amount. */
export const requestedAmountAtom = atom((get) => {
  const asset = get(requestedAssetAtom) ?? { decimals: 0, symbol: '' }
  return parseRequestedAmount(get(requestDraftAtom).text, asset, get(localeAtom))
})

/** The QR code's content and its description; undefined while the address is loading. */
export const codeAtom = atom((get) => {
  const receiveAddress = get(receiveAddressAtom)
  const asset = get(requestedAssetAtom)
  if (receiveAddress.is === 'loading' || !asset) return undefined
  const requested = get(requestedAmountAtom)
  const code = codeOf(receiveAddress.address, asset, requested)
  const amount =
    requested.is === 'amount' ? formatWhole(requested.value, asset.decimals, get(localeAtom)) : undefined
  return { ...code, address: receiveAddress.address, amount, symbol: asset.symbol }
})

/** True if this namespace has payment links. */
export const canRequestAmountAtom = atom((get): boolean => {
  const asset = get(requestedAssetAtom)
  return asset !== undefined && codeOf('', asset, { is: 'amount', value: 1n }).isLink
})
