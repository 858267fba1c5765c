import { isWidgetError } from '#shared/errors/widget-error.ts'
import { setbackBeforeAsking } from '#widget/domain/transactions/operation-failure.ts'
import { faultOf } from '#widget/lib/error-details.ts'
import type { SwapSetback } from '../model.ts'

const serviceCodes = ['http/status', 'http/timeout', 'http/network', 'http/invalid-response'] as const

/** Why nothing was asked of the wallet: the service refused, it built something else, or the chain would refuse it. */
export function setbackOfPlan(thrown: unknown): SwapSetback {
  const detail = faultOf(thrown).text || undefined
  if (isWidgetError(thrown, 'swap/not-as-agreed')) return { is: 'failed', why: 'not-as-agreed', detail }
  if (isWidgetError(thrown, 'swap/price-moved')) return { is: 'failed', why: 'price-moved', detail }
  if (serviceCodes.some((code) => isWidgetError(thrown, code)))
    return { is: 'failed', why: 'service', detail }
  return setbackBeforeAsking(thrown)
}
