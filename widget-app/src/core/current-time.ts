import { atom } from '#widget/lib/state.ts'
import { portsAtom } from './ports.ts'

const tickAtom = atom(0)
const tickMs = 1_000

/** The time in epoch milliseconds; updates each second while it has a subscriber. */
export const nowAtom = atom(
  (get) => {
    get(tickAtom)
    return get(portsAtom).clock.now()
  },
  (get, set) => {
    const { clock } = get(portsAtom)
    let stop = () => {}
    const tick = () => {
      set(tickAtom, (count) => count + 1)
      stop = clock.after(tickMs, tick)
    }
    stop = clock.after(tickMs, tick)
    return () => stop()
  },
)
nowAtom.onMount = (start) => start()
