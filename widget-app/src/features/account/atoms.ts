import { type AccountId, addressOf, chainOf } from '#shared/caip/account-id.ts'
import { namespaceOf } from '#shared/caip/chain-id.ts'
import { capabilityAtom } from '#widget/core/capabilities.ts'
import { hostConfigAtom } from '#widget/core/config.ts'
import { nowAtom } from '#widget/core/current-time.ts'
import { type FeatureName, hasFeatureAtom } from '#widget/core/feature-flags.ts'
import { portsAtom } from '#widget/core/ports.ts'
import { activeAccountAtom, activeConnectionAtom } from '#widget/domain/accounts/connected-accounts.ts'
import { cachedBalancesAtom } from '#widget/domain/balances/balance-cache.ts'
import { type AssetBalance, balancesAtom } from '#widget/domain/balances/balances.ts'
import { displayCurrencyAtom } from '#widget/domain/balances/display-currency.ts'
import { displayedBalancesAtom } from '#widget/domain/balances/displayed-balances.ts'
import { disconnectAtom } from '#widget/domain/connections/connection-actions.ts'
import { dismissModalAtom } from '#widget/domain/modal/modal.ts'
import { networkTableAtom } from '#widget/domain/networks/networks.ts'
import { isSwapChainAtom } from '#widget/domain/networks/swap-chains.ts'
import { historyAtom, refetchHistoryAtom } from '#widget/domain/transactions/history.ts'
import type { QueryResult } from '#widget/lib/query-result.ts'
import { type Atom, atom, atomFamily } from '#widget/lib/state.ts'
import { visibleTabAtom } from './account-tab.ts'
import { refetchState } from './balance-age.ts'
import { isFeatureExpectedAtom } from './expected-features.ts'
import { createPortfolio, type Portfolio } from './portfolio.ts'

/** The account's page on its network's block explorer, if both are known. */
export const explorerAtom = atom((get) => {
  const account = get(activeAccountAtom)
  const network = account && get(networkTableAtom).get(chainOf(account))
  if (!account || !network?.explorer) return undefined
  const manifest = get(portsAtom).chains.manifest(namespaceOf(network.id))
  const href = manifest?.explorerAddressUrl(network, addressOf(account))
  return href === undefined ? undefined : { name: network.explorer.name, href }
})

/** The balances to show for an account: the cached ones until this document has read its own. */
export const accountBalancesAtom = atomFamily((account: AccountId) =>
  atom((get): QueryResult<readonly AssetBalance[]> => {
    const loaded = get(displayedBalancesAtom(account))
    const cached = loaded.is === 'ready' ? undefined : get(cachedBalancesAtom(account))
    if (loaded.is === 'ready' || !cached) return loaded
    return {
      ...{ is: 'ready', data: cached.balances, stale: true, updatedAt: cached.at },
      ...(loaded.is === 'loading'
        ? { failure: undefined, isFetching: true }
        : { failure: { error: loaded.error, retryAt: loaded.retryAt } }),
    }
  }),
)

/** The portfolio of an account on its chain. */
export const portfolioAtom = atomFamily((account: AccountId) =>
  atom((get): QueryResult<Portfolio> => {
    const loaded = get(accountBalancesAtom(account))
    if (loaded.is !== 'ready') return loaded
    const hostTokens = get(hostConfigAtom).tokens.filter(({ chainId }) => chainId === chainOf(account))
    return {
      ...loaded,
      data: createPortfolio(
        loaded.data,
        get(displayCurrencyAtom),
        hostTokens.map(({ address }) => address),
      ),
    }
  }),
)

/** True if a refetch is possible now. A separate atom, so that the clock rerenders nothing else each second. */
export const canRefetchAtom = atomFamily((account: AccountId) =>
  atom(
    (get): boolean =>
      refetchState(
        get(visibleTabAtom(account)) === 'activity'
          ? get(historyAtom(account)).newest
          : get(balancesAtom(account)),
        get(nowAtom),
      ).is === 'possible',
  ),
)

/** Refetches what is on screen: balances or history. */
export const refetchDisplayedAtom = atomFamily((account: AccountId) =>
  atom(null, (get, set) =>
    get(visibleTabAtom(account)) === 'activity'
      ? set(refetchHistoryAtom, account)
      : set(balancesAtom(account)),
  ),
)

/** True if the active account can send: the host enables it and the namespace supports it. */
export const canSendAtom = atom((get) => {
  const connection = get(activeConnectionAtom)
  return (
    connection !== undefined &&
    get(hasFeatureAtom('send')) &&
    get(capabilityAtom({ capability: 'send', namespace: connection.namespace }))
  )
})

/** True if the host enables Receive. */
export const canReceiveAtom = atom((get) => get(hasFeatureAtom('receive')))

/** Returns the atom of whether a feature is on. */
type FeatureCheck = (name: FeatureName) => Atom<boolean>

const swapCheck = (isOn: FeatureCheck) =>
  atom((get) => {
    const connection = get(activeConnectionAtom)
    return connection !== undefined && get(isSwapChainAtom)(connection.chain) && get(isOn('swaps'))
  })

const namespaceCheck = (name: 'onramp' | 'payWithExchange', isOn: FeatureCheck) =>
  atom((get) => {
    const connection = get(activeConnectionAtom)
    return (
      connection !== undefined &&
      get(capabilityAtom({ capability: name, namespace: connection.namespace })) &&
      get(isOn(name))
    )
  })

/** True if the active account can swap: project and host enable it, and the chain of its wallet supports swaps. */
export const canSwapAtom = swapCheck(hasFeatureAtom)

/** True if the active account can buy: project and host enable it, and a provider sells to its namespace. */
export const canBuyAtom = namespaceCheck('onramp', hasFeatureAtom)

/**
 * True if the active account can receive a deposit from an exchange: project or host enable it, and its namespace supports
 * it.
 */
export const canDepositAtom = namespaceCheck('payWithExchange', hasFeatureAtom)

/** Whether each action of the project's settings is possible or, until they are known, expected. */
export const isSwapExpectedAtom = swapCheck(isFeatureExpectedAtom)
export const isBuyExpectedAtom = namespaceCheck('onramp', isFeatureExpectedAtom)
export const isDepositExpectedAtom = namespaceCheck('payWithExchange', isFeatureExpectedAtom)

/** Disconnects the active wallet and closes the modal. An embedded widget shows the Connect view instead. */
export const disconnectAndCloseAtom = atom(null, (get, set) => {
  const connection = get(activeConnectionAtom)
  // The connection ends at once. The wallet may never respond, so its result is not awaited.
  if (connection) void set(disconnectAtom, { namespace: connection.namespace, walletId: connection.walletId })
  set(dismissModalAtom)
})
