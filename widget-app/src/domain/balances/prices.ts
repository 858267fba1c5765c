import { isReadablePrice } from '#shared/amount/fiat.ts'
import { nativeTokenAddresses, postFungiblePrice } from '#shared/api/price.ts'
import { namespaceOf } from '#shared/caip/chain-id.ts'
import { fetchRetryGapMs, priceRequestLimit } from '#shared/config/limits.ts'
import type { Asset } from '#widget/chains/chain-adapter.ts'
import { blockchainApiAtom, projectIdAtom } from '#widget/core/config.ts'
import { staleTimesMs } from '#widget/core/stale-times.ts'
import { viewPortsAtom } from '#widget/core/view-ports.ts'
import { fetchEndpoint } from '#widget/lib/http.ts'
import { queryAtom } from '#widget/lib/query.ts'
import { atomFamily } from '#widget/lib/state.ts'
import { displayCurrencyAtom } from './display-currency.ts'

/** Plain decimal prices of one unit by token id (CAIP-10, EVM addresses in lower case). */
type Prices = Readonly<Record<string, string>>

/**
 * The API writes 0 for an unknown price; no asset is sold for less, so that means unknown, not zero. A price that cannot be
 * used for a fiat value is unknown too.
 */
export const usablePrice = (price: string): string | undefined =>
  /[1-9]/.test(price) && isReadablePrice(price) ? price : undefined

/** A token id for comparison: only EVM addresses are case-insensitive. */
export const normalizeTokenId = (id: string): string => (id.startsWith('eip155:') ? id.toLowerCase() : id)

/** An asset's id for prices; undefined if the API has none for its chain (SPEC §6). */
export function priceIdOf({ chain, address }: Pick<Asset, 'chain' | 'address'>): string | undefined {
  const native = new Map<string, string>(Object.entries(nativeTokenAddresses)).get(namespaceOf(chain))
  return native === undefined ? undefined : normalizeTokenId(`${chain}:${address ?? native}`)
}

/** The assets of one price query: the first hundred ids, as text, which is the key. */
export const priceQueryOf = (assets: readonly Pick<Asset, 'chain' | 'address'>[]): string =>
  assets
    .flatMap((asset) => priceIdOf(asset) ?? [])
    .slice(0, priceRequestLimit)
    .sort()
    .join(',')

/** Prices of the tokens of one price query (`priceQueryOf`) in the display currency; unknown ones are missing. */
export const pricesAtom = atomFamily((priceQuery: string) =>
  queryAtom<Prices>((get) => {
    const ports = get(viewPortsAtom)
    const api = get(blockchainApiAtom)
    const projectId = get(projectIdAtom)
    const currency = get(displayCurrencyAtom)
    const addresses = priceQuery.split(',')
    return {
      key: ['prices', currency, priceQuery],
      staleTimeMs: staleTimesMs.tokenPrice,
      retryGapMs: fetchRetryGapMs,
      enabled: priceQuery !== '',
      load: async (signal) => {
        const { fungibles } = await fetchEndpoint(ports, api, postFungiblePrice, {
          params: {},
          query: {},
          body: { currency, addresses, projectId },
          // The POST only reads.
          idempotent: true,
          signal,
        })
        return Object.fromEntries(
          fungibles.flatMap(({ address, price }) => {
            const [id, usable] = [normalizeTokenId(address), usablePrice(price)]
            return usable === undefined ? [] : [[id, usable]]
          }),
        )
      },
    }
  }),
)
