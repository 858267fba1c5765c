import { postFungiblePrice } from '#shared/api/price.ts'
import { blockchainApiAtom, projectIdAtom } from '#widget/core/config.ts'
import { staleTimesMs } from '#widget/core/stale-times.ts'
import { viewPortsAtom } from '#widget/core/view-ports.ts'
import { displayCurrencyAtom } from '#widget/domain/balances/display-currency.ts'
import { normalizeTokenId } from '#widget/domain/balances/prices.ts'
import { fetchEndpoint } from '#widget/lib/http.ts'
import { queryAtom } from '#widget/lib/query.ts'
import { atomFamily } from '#widget/lib/state.ts'

/** Addresses of pictures by token id (`priceIdOf`). */
type Pictures = Readonly<Record<string, string>>

/**
 * Pictures of the tokens of one question (`priceQueryOf`), held or not: the list of prices names them. Where nobody knows one,
 * or nobody can be asked, there is none, which needs no word: a token has its letter then.
 */
export const tokenIconUrlsAtom = atomFamily((question: string) =>
  queryAtom<Pictures>((get) => {
    const ports = get(viewPortsAtom)
    const api = get(blockchainApiAtom)
    const projectId = get(projectIdAtom)
    const currency = get(displayCurrencyAtom)
    return {
      key: ['token-pictures', question],
      lifetimeMs: staleTimesMs.tokenPictures,
      enabled: question !== '',
      load: async (signal) => {
        const { fungibles } = await fetchEndpoint(ports, api, postFungiblePrice, {
          params: {},
          query: {},
          body: { currency, addresses: question.split(','), projectId },
          // It only reads.
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
