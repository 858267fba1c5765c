import type { WidgetEventProperties } from '#shared/channel/records/widget-event.ts'
import type { AnalyticsEvent } from '#widget/domain/analytics/analytics-events.ts'
import { swapFailure } from '#widget/domain/transactions/swap-outcome.ts'
import { isSettled, type TransactionEntry } from '#widget/domain/transactions/transaction-entry.ts'
import type { SwapEvent, SwapStep } from './model.ts'

/** Properties of every analytics event of a swap. */
export type SwapEventProperties = WidgetEventProperties['INITIATE_SWAP']

function messageOf(event: SwapEvent): string | undefined {
  // The wallet may still have sent it, or something else.
  if (event.is === 'unknown' || event.is === 'mismatched') return event.is
  if (event.is !== 'stopped') return undefined
  const { failure } = event
  if (failure.is === 'rejected') return 'User rejected the request'
  return failure.is === 'pending' ? failure.is : (failure.detail ?? failure.why)
}

/** The analytics event of a swap that stopped before its own transaction, by the last prompted step. */
export function swapFailureEvent(
  event: SwapEvent,
  step: SwapStep,
  eventProperties: SwapEventProperties,
): AnalyticsEvent | undefined {
  const message = messageOf(event)
  if (message === undefined) return undefined
  const properties = { ...eventProperties, message }
  return step === 'approve' || step === 'reset'
    ? { event: 'SWAP_APPROVAL_ERROR', properties }
    : { event: 'SWAP_ERROR', properties }
}

/**
 * The analytics event of a settled swap: a success only if the minimum was received. `isMismatched`: the chain has another
 * transaction than requested. Undefined while the end is unknown.
 */
export function swapEndEvent(
  entry: TransactionEntry | undefined,
  eventProperties: SwapEventProperties,
  isMismatched: boolean,
): AnalyticsEvent | undefined {
  if (!entry || !isSettled(entry.state)) return undefined
  const message = swapFailure(entry) ?? (isMismatched ? 'mismatched' : undefined)
  return message === undefined
    ? { event: 'SWAP_SUCCESS', properties: eventProperties }
    : { event: 'SWAP_ERROR', properties: { ...eventProperties, message } }
}
