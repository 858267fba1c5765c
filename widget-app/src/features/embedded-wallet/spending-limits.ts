import { postSpendingLimitRevocation, type SpendingLimit } from '#shared/api/embedded-spending.ts'
import { readAssetId } from '#shared/caip/asset-id.ts'
import { showToastAtom } from '#widget/core/notices.ts'
import { bundledTokensAtom, loadBundledTokensAtom } from '#widget/domain/balances/bundled-tokens.ts'
import { callWithSession } from '#widget/domain/embedded-wallet/session-calls.ts'
import { bundledNetworkAtom, loadNetworksAtom } from '#widget/domain/networks/networks.ts'
import { type ErrorDetails, errorDetails } from '#widget/lib/error-details.ts'
import { httpStatusOf } from '#widget/lib/http.ts'
import { translateAtom } from '#widget/lib/i18n/translate.ts'
import { atom, resetOnUnmountAtom } from '#widget/lib/state.ts'
import { eventsAtom, spendingLimitsAtom } from './account-lists.ts'

const areTablesLoadedAtom = atom(false)

/** Whether the tables of networks and tokens are loaded, or could not be; the first subscriber starts it. */
export const areAssetsKnownAtom = atom(
  (get) => get(areTablesLoadedAtom),
  async (_get, set): Promise<void> => {
    await Promise.all([set(loadNetworksAtom), set(loadBundledTokensAtom)])
    set(areTablesLoadedAtom, true)
  },
)
areAssetsKnownAtom.onMount = (load) => void load()

/** What an asset is called. */
type LimitAsset = {
  /** Symbol and decimals; undefined if no list has the asset, so that its amounts are not known. */
  readonly currency: { readonly symbol: string; readonly decimals: number } | undefined
  /** Name of its network, or the CAIP-2 id of one that no list has. */
  readonly network: string
}

/**
 * What the asset of a CAIP-19 id is called, by the deployment's networks and the bundled ones, and by the pinned tokens: nothing of it is
 * from the host, which could scale an amount.
 */
export const limitAssetAtom = atom((get) => {
  const tokens = get(bundledTokensAtom)
  return (asset: string): LimitAsset => {
    const id = readAssetId(asset)
    if (id === undefined) return { currency: undefined, network: '' }
    const network = get(bundledNetworkAtom(id.chain))
    const currency = id.address === undefined ? network?.nativeCurrency : tokens(id.chain, id.address)
    return { currency, network: network?.name ?? id.chain }
  }
})

/** Progress of a removal; details if it failed. */
type LimitRemoval = 'running' | ErrorDetails

const removalsAtom = atom<ReadonlyMap<string, LimitRemoval>>(new Map())

/** The removals that are in progress or have failed, by the limit's id. */
export const limitRemovalsAtom = atom((get) => get(removalsAtom))

const setRemovalAtom = atom(null, (get, set, id: string, removal: LimitRemoval | undefined) => {
  const others = [...get(removalsAtom)].filter(([other]) => other !== id)
  set(removalsAtom, new Map(removal === undefined ? others : [...others, [id, removal]]))
})

/** Removes a limit; one that the server does not have any more counts as removed. Never rejects. */
export const removeLimitAtom = atom(null, async (get, set, { id }: SpendingLimit): Promise<void> => {
  if (get(removalsAtom).get(id) === 'running') return
  set(setRemovalAtom, id, 'running')
  try {
    await callWithSession(get, set, async (client, session) => {
      try {
        await client.call(postSpendingLimitRevocation, { params: { id }, query: {}, body: {} }, session)
      } catch (cause) {
        if (httpStatusOf(cause) !== 404) throw cause
      }
    })
  } catch (cause) {
    set(setRemovalAtom, id, errorDetails(cause))
    return
  }
  set(showToastAtom, get(translateAtom)('wallet-settings.limit-removed'), 'success')
  void set(eventsAtom)
  // The row stays busy until the server lists the limit no longer.
  await set(spendingLimitsAtom)
  set(setRemovalAtom, id, undefined)
})

/** Mounted by the view: failures are forgotten when the user leaves it. */
export const resetLimitRemovalsAtom = resetOnUnmountAtom((_get, set) => set(removalsAtom, new Map()))
