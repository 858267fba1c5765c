import type { ModalResult } from '../../../shared/channel/records/entries.ts'
import type { OpenRequestInput } from '../../../shared/config/requested-view.ts'
import type { BridgeStore } from '../bridge-store.ts'
import type { HostRuntime } from '../host-runtime.ts'
import type { FrameContainer } from './frame-container.ts'
import { isUnreachable, type LoadFailureReason, loadFailureReason } from './load-failure.ts'

/** The calls of `openModal` that wait for the modal to close. */
export type ModalCalls = {
  /** See `Drawbridge.openModal`. */
  open(request?: OpenRequestInput): Promise<ModalResult>
  /** Whether any call is pending. */
  isWaiting(): boolean
  /** Whether the modal is open, or a call has requested it: the widget's state may arrive after a request. */
  isOpen(): boolean
  /** The user closes an unavailable widget: each call resolves `dismissed`, or rejects with the failure of the notice. */
  dismiss(): void
  /** The user clicks Try again, or the browser is online: each failed call is repeated. */
  retry(): void
}

/** Creates the pending-call list of an instance; it ends with the signal. */
export function createModalCalls(ports: {
  readonly signal: AbortSignal
  /** Aborts with the frame. */
  readonly frameSignal: AbortSignal
  readonly connection: Pick<HostRuntime['connection'], 'call'>
  readonly container: Pick<FrameContainer, 'show' | 'hide'>
  /** An embedded frame has no notice to close: a call that fails rejects at once. */
  readonly isEmbedded: boolean
  /** The link closed twice before a response. */
  readonly onFailed: (cause: LoadFailureReason) => void
  /** A call settled, and the modal is closed. */
  readonly onEnd: () => void
  readonly state: BridgeStore['state']
}): ModalCalls {
  const { signal, connection, container } = ports
  const waiting = new Set<AbortController>()
  const failed = new Set<() => void>()

  const isWaiting = () => waiting.size > 0
  const isOpen = () => ports.state().open || isWaiting()

  /** Resolves when the user tries again; rejects when the user leaves, or with the instance. */
  const waitForRetry = (abort: AbortSignal) =>
    new Promise<void>((resolve, reject) => {
      failed.add(resolve)
      for (const end of [abort, signal, ports.frameSignal])
        end.addEventListener('abort', () => reject(end.reason), { once: true })
    })

  const open = async (request: OpenRequestInput = {}): Promise<ModalResult> => {
    signal.throwIfAborted()
    const abort = new AbortController()
    waiting.add(abort)
    /** The failure that the notice shows. */
    let failure: unknown
    try {
      for (;;) {
        failure = undefined
        try {
          // Sent first: the widget's process can render while the dialog blocks this one.
          const response = connection.call('modal.open', request, abort.signal)
          container.show()
          const result = await response
          signal.throwIfAborted()
          return result
        } catch (error) {
          const isEnded = abort.signal.aborted || signal.aborted || ports.frameSignal.aborted
          if (isEnded || ports.isEmbedded || !(loadFailureReason(error) || isUnreachable(error))) throw error
          failure = error
          if (!loadFailureReason(error)) ports.onFailed('lost')
          await waitForRetry(abort.signal)
        }
      }
    } catch (error) {
      waiting.delete(abort)
      if (abort.signal.aborted) {
        if (failure) throw failure
        return { is: 'dismissed' }
      }
      if (!isOpen()) container.hide()
      throw error
    } finally {
      waiting.delete(abort)
      if (!isOpen()) ports.onEnd()
    }
  }

  return {
    open,
    isWaiting,
    isOpen,
    dismiss: () => {
      for (const abort of [...waiting]) abort.abort()
    },
    retry: () => {
      for (const retry of [...failed]) retry()
      failed.clear()
    },
  }
}
