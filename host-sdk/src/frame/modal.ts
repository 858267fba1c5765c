import { listen } from '../../../shared/channel/listen.ts'
import type { BridgeStore } from '../bridge-store.ts'
import type { createHostRuntime, HostRuntime } from '../host-runtime.ts'
import type { OptionUpdates } from '../option-updates.ts'
import type { RawOptions } from '../options.ts'
import { ssrStubs } from '../ssr-stubs.ts'
import { createEmbeddedContainer } from './embedded-container.ts'
import type { LoadFailureReason } from './load-failure.ts'
import { createHints } from './load-failure-module.ts'
import { createModalCalls, type ModalCalls } from './open-modal.ts'
import { createOverlay } from './overlay.ts'
import { preconnect, preloadOnIntent } from './preload.ts'

/** How long the widget may take to close before the SDK removes the overlay itself. */
export const closeMs = 2_000

/** The modal of an instance: its frame, and the calls that wait for it to close. */
export type Modal = Pick<ModalCalls, 'open' | 'isOpen'> & {
  readonly connection: (typeof ssrStubs)['connection']
  readonly discovery: HostRuntime['discovery']
  /** Closes through the widget, or without it if it does not respond. */
  close(method: 'modal.escape' | 'modal.close'): Promise<void>
  hide(): void
}

/** What the modal gives to the host runtime. */
type RuntimePorts = Pick<Parameters<typeof createHostRuntime>[0], 'container' | 'onLost' | 'onFailed'>

/** Creates the modal of an instance; without a document, one whose calls reject. */
export function createModal(ports: {
  readonly widgetOrigin: string
  /** Names the dialog for screen readers. */
  readonly title: string
  readonly options: RawOptions
  /** Options that the page changed since. */
  readonly changed: () => OptionUpdates
  readonly signal: AbortSignal
  /** Aborts with the frame. */
  readonly frameSignal: AbortSignal
  readonly store: Pick<BridgeStore, 'state' | 'lost' | 'markClosed'>
  readonly createRuntime: (modal: RuntimePorts) => HostRuntime
  /** A call ended, and the modal is closed. */
  readonly onEnd: () => void
}): Modal {
  const { widgetOrigin, signal, store } = ports
  const { embed, opener } = ports.options
  const isServer = typeof document === 'undefined'

  /** Something changed, or the user retries: the widget may be reachable now. */
  const retry = () => {
    connection.reset()
    if (embed) connection.preload()
    calls.retry()
  }
  const hint = createHints(widgetOrigin)
  const onFailed = (cause: LoadFailureReason) => {
    hint(cause)
    container.fail(cause)
  }
  const close = async (method: 'modal.escape' | 'modal.close') => {
    try {
      if (connection.link()) return void (await connection.call(method, {}, AbortSignal.timeout(closeMs)))
    } catch {
      // A widget that does not respond must not block closing.
    }
    container.hide()
    calls.dismiss()
    store.markClosed()
  }

  const createParts = () => {
    preconnect(widgetOrigin, signal)
    const notice = () => ({
      ...ports.options,
      ...ports.changed(),
      onRetry: retry,
      onClose: () => close('modal.close'),
    })
    const container = embed
      ? createEmbeddedContainer(embed, notice)
      : createOverlay(ports.title, close, notice)
    const onLost = () => {
      // Without a waiting call the modal does not reopen; with one it opens again on the next link.
      if (!calls.isWaiting()) container.hide()
      store.lost()
    }
    const runtime = ports.createRuntime({ container, onLost, onFailed })
    const { preload } = runtime.connection
    listen(window, 'online', retry, signal)
    preloadOnIntent(opener, preload, signal)
    if (embed) preload()
    return { ...runtime, container }
  }
  const { container, connection, discovery } = isServer ? ssrStubs : createParts()

  const calls = createModalCalls({
    signal,
    frameSignal: ports.frameSignal,
    connection,
    container,
    isEmbedded: !!embed || isServer,
    state: store.state,
    onFailed,
    onEnd: ports.onEnd,
  })
  return { ...calls, connection, discovery, close, hide: container.hide }
}
