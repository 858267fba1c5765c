import type { WidgetEventProperties } from '#shared/channel/records/widget-event.ts'
import type { AnalyticsEvent } from '#widget/domain/analytics/analytics-events.ts'
import type { SendEvent } from './model.ts'

/** The analytics event of a send that ended without a hash; undefined for other events. */
export function sendFailureEvent(
  event: SendEvent,
  properties: WidgetEventProperties['SEND_INITIATED'],
): AnalyticsEvent | undefined {
  switch (event.is) {
    case 'rejected':
      return {
        event: 'SEND_REJECTED',
        properties: { ...properties, message: 'User rejected the request' },
      }
    case 'failed':
      return {
        event: 'SEND_ERROR',
        properties: { ...properties, message: event.detail ?? event.why },
      }
    // The wallet may still have sent it, or something else.
    case 'unknown':
    case 'mismatched':
    case 'pending':
      return { event: 'SEND_ERROR', properties: { ...properties, message: event.is } }
    default:
      return undefined
  }
}
