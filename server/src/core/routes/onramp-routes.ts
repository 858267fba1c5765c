import {
  getOnrampOptions,
  getOnrampOrder,
  postOnrampQuote,
  postOnrampUrl,
} from '../../../../shared/api/onramp.ts'
import type { Clock } from '../../ports/clock.ts'
import {
  InvalidPurchaseError,
  type OnrampOptions,
  type OnrampProvider,
  type OnrampTerms,
} from '../../ports/sources/onramp.ts'
import type { OrderState, OrderStore } from '../../ports/stores/orders.ts'
import { privateResponse, sharedResponse } from '../cache-policy.ts'
import { HttpError, notConfigured } from '../http-error.ts'
import { randomToken } from '../secrets.ts'
import { type Route, route } from './route.ts'

type OnrampPorts = {
  readonly providers: readonly OnrampProvider[]
  readonly store: OrderStore
  readonly clock: Clock
}

/** The provider of a request without one (SPEC §3: onramp via meld). */
const defaultProvider = 'meld'
const dayMs = 86_400_000
/** How long an order can be fetched; the slowest provider takes some days, bank transfers included. */
const orderLifetimeMs = 180 * dayMs

const withHttpErrors = async <T>(result: Promise<T>): Promise<T> =>
  result.catch((error: unknown) => {
    throw error instanceof InvalidPurchaseError ? new HttpError(400, error.message) : error
  })

/** Merges lists by id; `join` combines two entries of the same id. */
function mergeById<T extends { readonly id: string }>(
  lists: readonly (readonly T[])[],
  join: (one: T, other: T) => T,
): readonly T[] {
  const byId = new Map<string, T>()
  for (const entry of lists.flat()) {
    const existing = byId.get(entry.id)
    byId.set(entry.id, existing === undefined ? entry : join(existing, entry))
  }
  return [...byId.values()]
}

const firstOf = <T>(first: T): T => first

/** All that the providers sell: limits and networks are those of the first provider that has them. */
function mergeOptions(options: readonly OnrampOptions[]): OnrampOptions {
  type Purchase = OnrampOptions['purchaseCurrencies'][number]
  return {
    paymentCurrencies: [
      ...mergeById(
        options.map((one) => one.paymentCurrencies),
        (one, other) => ({
          ...one,
          payment_method_limits: [
            ...mergeById([one.payment_method_limits, other.payment_method_limits], firstOf),
          ],
        }),
      ),
    ],
    purchaseCurrencies: [
      ...mergeById<Purchase>(
        options.map((one) => one.purchaseCurrencies),
        (one, other) => ({
          ...one,
          networks: [
            ...one.networks,
            ...other.networks.filter(({ name }) => one.networks.every((existing) => existing.name !== name)),
          ],
        }),
      ),
    ],
  }
}

function statusOf(state: OrderState) {
  switch (state.is) {
    case 'sent':
      return { status: state.is, transactionHash: state.transactionHash }
    case 'failed':
      return { status: state.is, ...(state.reason === undefined ? {} : { reason: state.reason }) }
    default:
      return { status: state.is }
  }
}

/** Buying tokens for fiat (SPEC §7 onramp/*): options, quotes, URLs of purchases and their status. */
export function onrampRoutes({ providers, store, clock }: OnrampPorts): readonly Route[] {
  function requireProvider(id = defaultProvider): OnrampProvider {
    if (providers.length === 0) throw notConfigured('provider of the onramp')
    const provider = providers.find((one) => one.id === id)
    if (provider === undefined) throw new HttpError(400, `No provider has the id ${id}`)
    return provider
  }

  return [
    route(getOnrampOptions, sharedResponse, async () => {
      if (providers.length === 0) throw notConfigured('provider of the onramp')
      const results = await Promise.allSettled(providers.map((one) => one.options()))
      const options = results.flatMap((one) => (one.status === 'fulfilled' ? one.value : []))
      const [failed] = results.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
      if (options.length === 0) throw failed
      return mergeOptions(options)
    }),

    route(postOnrampQuote, privateResponse, ({ body }) => {
      const { purchaseCurrency: asset, network, paymentCurrency: currency, amount } = body
      return withHttpErrors(requireProvider(body.provider).quote({ asset, network, currency, amount }))
    }),

    route(postOnrampUrl, privateResponse, async ({ body, project }) => {
      const provider = requireProvider(body.provider)
      const [wallet] = body.destinationWallets
      const [asset] = wallet?.assets ?? []
      if (wallet === undefined || body.destinationWallets.length > 1)
        throw new HttpError(400, 'A purchase is for one wallet')
      if (asset === undefined) throw new HttpError(400, 'The asset is missing')
      if (body.presetFiatAmount === undefined) throw new HttpError(400, 'The amount is missing')
      const terms: OnrampTerms & { readonly address: string } = {
        ...{ asset, network: body.defaultNetwork, address: wallet.address },
        ...{ currency: body.presetFiatCurrency ?? 'USD', amount: body.presetFiatAmount },
      }
      const purchase = JSON.stringify({ provider: provider.id, ...terms })
      const id = body.partnerUserId
      const urlOf = (order: { readonly purchase: string; readonly url: string }) => {
        if (order.purchase !== purchase) throw new HttpError(409, 'This id is of another purchase')
        return { url: order.url }
      }

      // A repeated request gets the URL of the first: a second provider session would be a second purchase.
      const existing = await store.find(project.key, id)
      if (existing !== undefined) return urlOf(existing)
      const reference = randomToken()
      const { url, vendorId } = await withHttpErrors(provider.open({ ...terms, reference }))
      const createdAtMs = clock()
      const order = {
        ...{ reference, projectKey: project.key, id, provider: provider.id, purchase, url, vendorId },
        ...{ createdAtMs, expiresAtMs: createdAtMs + orderLifetimeMs },
      }
      return urlOf(await store.add(order))
    }),

    route(getOnrampOrder, privateResponse, async ({ param, project }) => {
      const order = await store.find(project.key, param('id'))
      if (order === undefined) throw new HttpError(404, 'There is no such purchase')
      return statusOf(order.state)
    }),
  ]
}
