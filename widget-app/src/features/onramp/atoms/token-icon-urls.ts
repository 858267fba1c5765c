import { postFungiblePrice } from '#shared/api/price.ts'
import { blockchainApiAtom, projectIdAtom } from '#widget/core/config.ts'
import { staleTimesMs } from '#widget/core/stale-times.ts'
import { viewPortsAtom } from '#widget/core/view-ports.ts'
import { displayCurrencyAtom } from '#widget/domain/balances/display-currency.ts'
import { normalizeTokenId } from '#widget/domain/balances/prices.ts'
import { fetchEndpoint } from '#widget/lib/http.ts'
import { queryAtom } from '#widget/lib/query.ts'
import { atomFamily } from '#widget/lib/state.ts'

/** Icon URLs by token id (`priceIdOf`). */
type IconUrls = Readonly<Record<string, string>>

/**
 * The icons of the tokens of one query (`priceQueryOf`), from the price endpoint, whether the account has them or not. A
 * missing icon or a failed call needs no notice: the token shows its letter.
 */
export const tokenIconUrlsAtom = atomFamily((query: string) =>
  queryAtom<IconUrls>((get) => {
    const ports = get(viewPortsAtom)
    const api = get(blockchainApiAtom)
    const projectId = get(projectIdAtom)
    const currency = get(displayCurrencyAtom)
    return {
      key: ['token-pictures', query],
      staleTimeMs: staleTimesMs.tokenIcons,
      enabled: query !== '',
      load: async (signal) => {
        const { fungibles } = await fetchEndpoint(ports, api, postFungiblePrice, {
          params: {},
          query: {},
          body: { currency, addresses: query.split(','), projectId },
          // The call only reads.
          idempotent: true,
          signal,
        })
        return Object.fromEntries(
          fungibles.flatMap(({ address, iconUrl }) =>
            iconUrl ? [[normalizeTokenId(address), iconUrl]] : [],
          ),
        )
      },
    }
  }),
)
