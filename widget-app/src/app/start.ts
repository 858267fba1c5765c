import { systemClock } from '#shared/channel/clock.ts'
import { startEarlyHandshake } from '#widget/bridge/early-handshake.ts'
import { hostConfigAtom } from '#widget/core/config.ts'
import { modalOpenAtom } from '#widget/core/modal-state.ts'
import { bootEmbedded } from './boot-embedded.ts'
import { guardClicks } from './shell/click-guard.ts'
import { capturePointers } from './shell/pointer-capture.ts'
import { earlyHandshake } from './startup/early-handshake-result.ts'

const greeting =
  window.parent === window ? undefined : (earlyHandshake() ?? startEarlyHandshake(window, systemClock))

/**
 * The document's first file: all but what draws. It runs, and knows what the host wants, while React and the views are
 * still on the line. Undefined in a tab of its own.
 */
export const embedded = greeting && bootEmbedded(window, greeting)

guardClicks(
  document,
  () => !embedded || embedded.store.get(modalOpenAtom) || embedded.store.get(hostConfigAtom).embedded,
)
capturePointers(document)
