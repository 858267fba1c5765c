import { type AccountId, addressOf, chainOf } from '#shared/caip/account-id.ts'
import { namespaceOf } from '#shared/caip/chain-id.ts'
import { capabilityAtom } from '#widget/core/capabilities.ts'
import { hostConfigAtom } from '#widget/core/config.ts'
import { nowAtom } from '#widget/core/current-time.ts'
import { hasFeatureAtom } from '#widget/core/feature-flags.ts'
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
import { atom, atomFamily } from '#widget/lib/state.ts'
import { shownHalfAtom } from './account-tab.ts'
import { refetchState } from './balance-age.ts'
import { createPortfolio, type Portfolio } from './portfolio.ts'

/** The account's page on its network's block explorer, where both are known. */
export const explorerAtom = atom((get) => {
  const account = get(activeAccountAtom)
  const network = account && get(networkTableAtom).get(chainOf(account))
  if (!account || !network?.explorer) return undefined
  const manifest = get(portsAtom).chains.manifest(namespaceOf(network.id))
  const href = manifest?.explorerAddressUrl(network, addressOf(account))
  return href === undefined ? undefined : { name: network.explorer.name, href }
})

/** What is shown of an account's balances: until this page has read them, those that an earlier one read last. */
export const accountBalancesAtom = atomFamily((account: AccountId) =>
  atom((get): QueryResult<readonly AssetBalance[]> => {
    const loaded = get(displayedBalancesAtom(account))
    const kept = loaded.is === 'ready' ? undefined : get(cachedBalancesAtom(account))
    if (loaded.is === 'ready' || !kept) return loaded
    return {
      ...{ is: 'ready', data: kept.balances, stale: true, updatedAt: kept.at },
      ...(loaded.is === 'loading'
        ? { failure: undefined, underWay: true }
        : { failure: { error: loaded.error, retryAt: loaded.retryAt } }),
    }
  }),
)

/** What an account has on its chain, sorted for the view. */
export const portfolioAtom = atomFamily((account: AccountId) =>
  atom((get): QueryResult<Portfolio> => {
    const loaded = get(accountBalancesAtom(account))
    if (loaded.is !== 'ready') return loaded
    const named = get(hostConfigAtom).tokens.filter(({ chainId }) => chainId === chainOf(account))
    return {
      ...loaded,
      data: createPortfolio(
        loaded.data,
        get(displayCurrencyAtom),
        named.map(({ address }) => address),
      ),
    }
  }),
)

/** Whether newer figures may be asked for now; an atom of its own, so that nothing else is drawn each second. */
export const canRefetchAtom = atomFamily((account: AccountId) =>
  atom(
    (get): boolean =>
      refetchState(
        get(shownHalfAtom(account)) === 'activity'
          ? get(historyAtom(account)).newest
          : get(balancesAtom(account)),
        get(nowAtom),
      ).is === 'possible',
  ),
)

/** Asks anew for what is shown: what the account has, or what it did. */
export const refetchDisplayedAtom = atomFamily((account: AccountId) =>
  atom(null, (get, set) =>
    get(shownHalfAtom(account)) === 'activity'
      ? set(refetchHistoryAtom, account)
      : set(balancesAtom(account)),
  ),
)

/** Whether the account in use can send: the host allows it and its namespace has the ability. */
export const canSendAtom = atom((get) => {
  const connection = get(activeConnectionAtom)
  return (
    connection !== undefined &&
    get(hasFeatureAtom('send')) &&
    get(capabilityAtom({ capability: 'send', namespace: connection.namespace }))
  )
})

/** Whether the host lets people be shown their address to be paid at. */
export const canReceiveAtom = atom((get) => get(hasFeatureAtom('receive')))

/** Whether the account in use can swap: the project and the host allow it, and the chain its wallet is on has swaps. */
export const canSwapAtom = atom((get) => {
  const connection = get(activeConnectionAtom)
  return connection !== undefined && get(isSwapChainAtom)(connection.chain) && get(hasFeatureAtom('swaps'))
})

/** Whether the account in use can buy: the project and the host allow it, and somebody sells to its namespace. */
export const canBuyAtom = atom((get) => {
  const connection = get(activeConnectionAtom)
  return (
    connection !== undefined &&
    get(capabilityAtom({ capability: 'onramp', namespace: connection.namespace })) &&
    get(hasFeatureAtom('onramp'))
  )
})

/** Whether the account in use can be paid to from an exchange: project or host turn it on, and its namespace has it. */
export const canDepositAtom = atom((get) => {
  const connection = get(activeConnectionAtom)
  return (
    connection !== undefined &&
    get(hasFeatureAtom('payWithExchange')) &&
    get(capabilityAtom({ capability: 'payWithExchange', namespace: connection.namespace }))
  )
})

/** Disconnects the wallet in use and closes; in a page's own element the Connect view takes its place. */
export const disconnectAndLeaveAtom = atom(null, (get, set) => {
  const connection = get(activeConnectionAtom)
  // The connection ends at once; what the wallet makes of it is not waited for, because it may never answer.
  if (connection) void set(disconnectAtom, { namespace: connection.namespace, walletId: connection.walletId })
  set(dismissModalAtom)
})
