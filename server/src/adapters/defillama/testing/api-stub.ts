import { manualStartMs } from '../../../vendor-clients/testing/manual-timers.ts'
import { respondWithJson, type StubHandler } from '../../../vendor-clients/testing/vendor-stub.ts'

/** A coin as the API returns it; `decimals` and `confidence` are absent for some. */
export type WireCoin = {
  readonly price: number
  readonly symbol: string
  readonly timestamp: number
  readonly confidence?: number | undefined
  readonly decimals?: number | undefined
}

const nowSeconds = manualStartMs / 1_000

/** A coin priced 30 s ago. */
export const coin = (price: number, symbol: string, overrides: Partial<WireCoin> = {}): WireCoin => ({
  ...{ decimals: 18, price, symbol, timestamp: nowSeconds - 30, confidence: 0.99 },
  ...overrides,
})

/**
 * `GET /prices/current/{ids}` as https://api-docs.defillama.com documents it: unknown coins are missing from the response.
 */
export const pricesOf =
  (coins: Readonly<Record<string, WireCoin>>): StubHandler =>
  (request, response) => {
    const { method, path, query, headers, body } = request
    const [, list] = /^\/prices\/current\/([\w:,-]+)$/.exec(path) ?? []
    const hasKey = headers.authorization !== undefined || headers.cookie !== undefined
    if (method !== 'GET' || list === undefined || Object.keys(query).length > 0 || body !== '' || hasKey) {
      respondWithJson({ message: 'not documented' }, 400)(request, response)
      return
    }
    const requested = list.split(',')
    const knownCoins = Object.fromEntries(Object.entries(coins).filter(([id]) => requested.includes(id)))
    respondWithJson({ coins: knownCoins })(request, response)
  }
