import { systemClock } from '#shared/channel/clock.ts'
import { startEarlyHandshake } from '#widget/bridge/early-handshake.ts'
import { hostConfigAtom } from '#widget/core/config.ts'
import { modalOpenAtom } from '#widget/core/modal-state.ts'
import { bootEmbedded } from './boot-embedded.ts'
import { guardClicks } from './shell/click-guard.ts'
import { capturePointers } from './shell/pointer-capture.ts'
import { earlyHandshake } from './startup/early-handshake-result.ts'

const handshake =
  window.parent === window ? undefined : (earlyHandshake() ?? startEarlyHandshake(window, systemClock))

/**
 * The document's first file: everything except rendering. It runs, and receives the host's configuration, while React and
 * the views still load. Undefined in a tab of its own.
 */
export const embedded = handshake && bootEmbedded(window, handshake)

guardClicks(
  document,
  () => !embedded || embedded.store.get(modalOpenAtom) || embedded.store.get(hostConfigAtom).embedded,
)
capturePointers(document)
