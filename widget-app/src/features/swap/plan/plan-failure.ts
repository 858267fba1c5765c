import { isWidgetError } from '#shared/errors/widget-error.ts'
import { toPreflightFailure } from '#widget/domain/transactions/operation-failure.ts'
import { errorDetails } from '#widget/lib/error-details.ts'
import type { SwapFailure } from '../model.ts'

const serviceCodes = ['http/status', 'http/timeout', 'http/network', 'http/invalid-response'] as const

/** Why the wallet was not prompted: the service failed, it built other calls, or the chain would fail them. */
export function toPlanFailure(thrown: unknown): SwapFailure {
  const detail = errorDetails(thrown).text || undefined
  if (isWidgetError(thrown, 'swap/not-as-agreed')) return { is: 'failed', why: 'not-as-agreed', detail }
  if (isWidgetError(thrown, 'swap/price-moved')) return { is: 'failed', why: 'price-moved', detail }
  if (serviceCodes.some((code) => isWidgetError(thrown, code)))
    return { is: 'failed', why: 'service', detail }
  return toPreflightFailure(thrown)
}
