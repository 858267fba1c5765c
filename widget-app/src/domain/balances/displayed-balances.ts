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

/** A token as the API lists it, on a chain that may display other amounts of it than it moves, which only the chain knows. */
export const isListedByApi = ({ source, asset }: AssetBalance): boolean =>
  source === 'api' && asset.address !== undefined && namespaceOf(asset.chain) === 'solana'

/** The tokens that the API lists as the chain counts them; none where the chain does not answer. */
const readTokensAtom = atomFamily((account: AccountId) =>
  queryAtom<readonly AssetAmount[]>((get) => {
    const ports = get(viewPortsAtom)
    const chain = chainOf(account)
    const network = get(networkAtom(chain))
    const loaded = get(balancesAtom(account))
    const listed = loaded.is === 'ready' ? loaded.data.filter(isListedByApi) : []
    const tokens = listed.flatMap(({ asset }) => asset.address ?? []).sort()
    return {
      // Under the balances' key, so that a confirmed transfer refreshes these too.
      key: ['balances', 'displayed', account, ...tokens],
      lifetimeMs: staleTimesMs.portfolio,
      enabled: network !== undefined && tokens.length > 0,
      load: async (signal) => {
        try {
          const { tokenBalances } = await ports.chains.adapter(namespaceOf(chain))
          if (!tokenBalances || !network) return []
          return await ports.inTurn(() => tokenBalances(addressOf(account), network, tokens), signal)
        } catch (cause) {
          signal.throwIfAborted()
          ports.log('The chain does not report what it displays of tokens', cause)
          return []
        }
      },
    }
  }),
)

/** A listed token with amounts as the chain counts and displays them, where it displays other ones than it moves. */
const asDisplayed = (listed: AssetBalance, read: readonly AssetAmount[]): AssetBalance => {
  const own = isListedByApi(listed)
    ? read.find(({ asset }) => asset.address === listed.asset.address && asset.displayed !== undefined)
    : undefined
  if (own === undefined) return listed
  const { decimals, displayed } = own.asset
  return { ...listed, asset: { ...listed.asset, decimals, displayed }, value: own.value }
}

/** `balancesAtom` with what the chain displays of tokens, as soon as it is read: the number that a review shows. */
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
