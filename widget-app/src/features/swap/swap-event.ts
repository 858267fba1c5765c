import type { WidgetEventProperties } from '#shared/channel/widget-event.ts'
import type { Happened } from '#widget/kernel/events.ts'
import type { TransactionEntry } from '#widget/kernel/transaction-entry.ts'
import type { SwapEvent, SwapStep } from './machine.ts'

/** What every event of a swap says of it. */
export type ToldSwap = WidgetEventProperties['INITIATE_SWAP']

function messageOf(event: SwapEvent): string | undefined {
  // The wallet may have sent it all the same, or something else.
  if (event.is === 'unknown' || event.is === 'mismatched') return event.is
  if (event.is !== 'stopped') return undefined
  const { setback } = event
  if (setback.is === 'rejected') return 'User rejected the request'
  return setback.is === 'pending' ? setback.is : (setback.detail ?? setback.why)
}

/** What is told of a swap that stopped before its own transaction was sent, by what the wallet was asked for last. */
export function swapFailureEvent(event: SwapEvent, step: SwapStep, told: ToldSwap): Happened | undefined {
  const message = messageOf(event)
  if (message === undefined) return undefined
  const properties = { ...told, message }
  return step === 'approve' || step === 'reset'
    ? { event: 'SWAP_APPROVAL_ERROR', properties }
    : { event: 'SWAP_ERROR', properties }
}

/** What is told of a swap by its end on the chain: done only by the receipt. Nothing where nobody knows it. */
export function swapEndEvent(entry: TransactionEntry | undefined, told: ToldSwap): Happened | undefined {
  switch (entry?.state.is) {
    case 'confirmed':
      return { event: 'SWAP_SUCCESS', properties: told }
    case 'failed':
    case 'replaced':
    case 'dropped':
    case 'expired':
    case 'rejected':
      return { event: 'SWAP_ERROR', properties: { ...told, message: entry.state.is } }
    default:
      return undefined
  }
}
