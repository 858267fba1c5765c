import { postOnrampWebhook } from '../../../../shared/api/onramp-webhook.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Logger } from '../../ports/logger.ts'
import { type OnrampProvider, UnverifiedEventError } from '../../ports/sources/onramp.ts'
import type { OrderStore } from '../../ports/stores/orders.ts'
import { privateResponse } from '../cache-policy.ts'
import { HttpError } from '../http-error.ts'
import type { Route } from './route.ts'

type OnrampWebhookPorts = {
  readonly providers: readonly OnrampProvider[]
  readonly store: OrderStore
  readonly logger: Logger
  readonly clock: Clock
}

/** Longer than any vendor repeats an event, and longer than signatures are accepted. */
const eventLifetimeMs = 30 * 86_400_000

const done = { text: '{}' }

/**
 * Events of onramp providers. Any verified event gets a 200, so that its vendor does not repeat it; a database failure does
 * not, so that the vendor repeats it.
 */
export function onrampWebhook({ providers, store, logger, clock }: OnrampWebhookPorts): Route {
  return {
    endpoint: postOnrampWebhook,
    cache: privateResponse,
    needsProject: false,
    handle: async ({ params, bodyText, header }) => {
      const provider = providers.find(({ id }) => id === params.provider)
      if (provider === undefined) throw new HttpError(404, 'There is no such provider')
      const nowMs = clock()
      const event = await provider.parseEvent({ body: bodyText, header, nowMs }).catch((error: unknown) => {
        if (!(error instanceof UnverifiedEventError)) throw error
        logger.warn({ provider: provider.id, message: error.message }, 'event refused')
        throw new HttpError(401, error.message)
      })
      if (event === undefined) return done
      const orderEvent = { provider: provider.id, ...event }
      const result = await store.apply(orderEvent, nowMs + eventLifetimeMs)
      logger.info({ provider: provider.id, state: event.state.is, result }, 'event of an order')
      return done
    },
  }
}
