import { isReadablePrice } from '#shared/amount/fiat.ts'
import { nativeTokenAddresses, postFungiblePrice } from '#shared/api/price.ts'
import { namespaceOf } from '#shared/caip/chain-id.ts'
import { balanceRetryGapMs, priceRequestLimit } from '#shared/config/limits.ts'
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
 * The API writes 0 where it knows no price, and nothing is sold for less: that is unknown, not zero. So is one with which no
 * worth is counted.
 */
export const usablePrice = (price: string): string | undefined =>
  /[1-9]/.test(price) && isReadablePrice(price) ? price : undefined

/** How an id is compared: only EVM addresses may differ in case. */
export const normalizeTokenId = (id: string): string => (id.startsWith('eip155:') ? id.toLowerCase() : id)

/** An asset's id for prices; undefined where the API has none of its chain (SPEC §6). */
export function priceIdOf({ chain, address }: Pick<Asset, 'chain' | 'address'>): string | undefined {
  const native = new Map<string, string>(Object.entries(nativeTokenAddresses)).get(namespaceOf(chain))
  return native === undefined ? undefined : normalizeTokenId(`${chain}:${address ?? native}`)
}

/** Which of the assets are asked for in one question: the first hundred, as text, which is a key. */
export const priceQueryOf = (assets: readonly Pick<Asset, 'chain' | 'address'>[]): string =>
  assets
    .flatMap((asset) => priceIdOf(asset) ?? [])
    .slice(0, priceRequestLimit)
    .sort()
    .join(',')

/** Prices of the tokens of one question (`priceQueryOf`) in the person's currency; unknown ones are missing. */
export const pricesAtom = atomFamily((question: string) =>
  queryAtom<Prices>((get) => {
    const ports = get(viewPortsAtom)
    const api = get(blockchainApiAtom)
    const projectId = get(projectIdAtom)
    const currency = get(displayCurrencyAtom)
    const addresses = question.split(',')
    return {
      key: ['prices', currency, question],
      lifetimeMs: staleTimesMs.tokenPrice,
      retryGapMs: balanceRetryGapMs,
      enabled: question !== '',
      load: async (signal) => {
        const { fungibles } = await fetchEndpoint(ports, api, postFungiblePrice, {
          params: {},
          query: {},
          body: { currency, addresses, projectId },
          // It only reads.
          idempotent: true,
          signal,
        })
        return Object.fromEntries(
          fungibles.flatMap(({ address, price }) => {
            const [id, known] = [normalizeTokenId(address), usablePrice(price)]
            return known === undefined ? [] : [[id, known]]
          }),
        )
      },
    }
  }),
)
