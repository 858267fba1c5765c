import { atom } from '#widget/lib/state.ts'
import type { ViewName } from './view.ts'

/** What the view on screen shows in its own place, such as the progress of what it asked for. */
export type ViewOverride = {
  /** In place of the view's own title. */
  readonly title: string
  /** All of these would show the same right now: going back passes them by. */
  readonly of: ReadonlySet<ViewName>
}

/** Set by the view on screen for as long as that lasts. */
export const viewOverrideAtom = atom<ViewOverride | undefined>(undefined)
