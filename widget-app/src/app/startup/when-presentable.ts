import { systemClock } from '#shared/channel/clock.ts'
import { modalOpenAtom } from '#widget/core/modal-state.ts'
import { reconnectingAtom } from '#widget/domain/accounts/connections.ts'
import type { Store } from '#widget/lib/state.ts'

/** A host responds in milliseconds; after this time the skeleton is rendered without its configuration. */
const configWaitMs = 400
/** A host with a waiting click sends `modal.open` right after the configuration: wait this long to render once. */
const openWaitMs = 50

/**
 * When the views of a frame can render: at the opening; soon after the configuration, unless wallets of the last visit reconnect,
 * which rendering would delay; or after the maximum wait since the handshake. Never if the handshake is rejected.
 */
export function whenPresentable(
  store: Store,
  handshake: Promise<unknown>,
): { readonly presentable: Promise<void>; readonly onConfigured: () => void } {
  let resolve = () => {}
  const presentable = new Promise<void>((resolvePresentable) => {
    resolve = resolvePresentable
  })
  // A frame that the handshake rejects, such as a nested one, never renders a view.
  handshake.then(
    () => systemClock.after(configWaitMs, resolve),
    () => undefined,
  )
  store.sub(modalOpenAtom, resolve)
  return {
    presentable,
    onConfigured: () => {
      store.sub(reconnectingAtom, resolve)
      systemClock.after(openWaitMs, () => store.get(reconnectingAtom) || resolve())
    },
  }
}
