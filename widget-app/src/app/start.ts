import { systemClock } from '#shared/channel/clock.ts'
import { greetHost } from '#widget/bridge/greeting.ts'
import { hostConfigAtom } from '#widget/core/config.ts'
import { modalOpenAtom } from '#widget/core/modal-state.ts'
import { bootEmbedded } from './boot-embedded.ts'
import { keptGreeting } from './greeting-kept.ts'
import { holdPresses } from './hold-press.ts'
import { guardPresses } from './press-guard.ts'

const greeting = window.parent === window ? undefined : (keptGreeting() ?? greetHost(window, systemClock))

/**
 * The document's first file: all but what draws. It runs, and knows what the host wants, while React and the views are
 * still on the line. Undefined in a tab of its own.
 */
export const embedded = greeting && bootEmbedded(window, greeting)

guardPresses(
  document,
  () => !embedded || embedded.store.get(modalOpenAtom) || embedded.store.get(hostConfigAtom).embedded,
)
holdPresses(document)
