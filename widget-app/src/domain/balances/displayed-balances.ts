import { type AccountId, addressOf, chainOf } from '#shared/caip/account-id.ts'
import { namespaceOf } from '#shared/caip/chain-id.ts'
import type { AssetAmount } from '#widget/chains/chain-adapter.ts'
import { staleTimesMs } from '#widget/core/stale-times.ts'
import { viewPortsAtom } from '#widget/core/view-ports.ts'
import { networkAtom } from '#widget/domain/networks/networks.ts'
import { queryAtom } from '#widget/lib/query.ts'
import type { QueryResult, RefetchMode } from '#widget/lib/query-result.ts'
import { atom, atomFamily } from '#widget/lib/state.ts'
import { type AssetBalance, balancesAtom } from './balances.ts'

/** Whether the API lists a token on a chain that may display other amounts than it transfers; only the chain knows these. */
export const isListedByApi = ({ source, asset }: AssetBalance): boolean =>
  source === 'api' && asset.address !== undefined && namespaceOf(asset.chain) === 'solana'

/** The API-listed tokens with amounts of the chain; none if the chain does not respond. */
const readTokensAtom = atomFamily((account: AccountId) =>
  queryAtom<readonly AssetAmount[]>((get) => {
    const ports = get(viewPortsAtom)
    const chain = chainOf(account)
    const network = get(networkAtom(chain))
    const loaded = get(balancesAtom(account))
    const listed = loaded.is === 'ready' ? loaded.data.filter(isListedByApi) : []
    const tokens = listed.flatMap(({ asset }) => asset.address ?? []).sort()
    return {
      // Under the key of balances, so that a confirmed transfer refetches these too.
      key: ['balances', 'displayed', account, ...tokens],
      staleTimeMs: staleTimesMs.portfolio,
      enabled: network !== undefined && tokens.length > 0,
      load: async (signal) => {
        try {
          const { tokenBalances } = await ports.chains.adapter(namespaceOf(chain))
          if (!tokenBalances || !network) return []
          return await ports.semaphore(() => tokenBalances(addressOf(account), network, tokens), signal)
        } catch (cause) {
          signal.throwIfAborted()
          ports.log('The displayed metadata of a token could not be read from the chain', cause)
          return []
        }
      },
    }
  }),
)

/** A listed token with the chain's amounts and display factor, if it displays other amounts than it transfers. */
const asDisplayed = (listed: AssetBalance, read: readonly AssetAmount[]): AssetBalance => {
  const displayedToken = isListedByApi(listed)
    ? read.find(({ asset }) => asset.address === listed.asset.address && asset.displayed !== undefined)
    : undefined
  if (displayedToken === undefined) return listed
  const { decimals, displayed } = displayedToken.asset
  return { ...listed, asset: { ...listed.asset, decimals, displayed }, value: displayedToken.value }
}

/** `balancesAtom` with the amounts that the chain displays, once they are read: the number that a review shows. */
export const displayedBalancesAtom = atomFamily((account: AccountId) =>
  atom(
    (get): QueryResult<readonly AssetBalance[]> => {
      const loaded = get(balancesAtom(account))
      const read = get(readTokensAtom(account))
      if (loaded.is !== 'ready' || read.is !== 'ready') return loaded
      return { ...loaded, data: loaded.data.map((one) => asDisplayed(one, read.data)) }
    },
    (_get, set): Promise<RefetchMode> => set(balancesAtom(account)),
  ),
)
