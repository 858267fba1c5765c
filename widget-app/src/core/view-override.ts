import { atom } from '#widget/lib/state.ts'
import type { Flow } from './view.ts'

/** Temporary content of the current view, such as the progress of a request. */
export type ViewOverride = {
  /** Replaces the view's title. */
  readonly title: string
  /** Each view of this flow would show the same content now: going back skips them. */
  readonly flow: Flow
}

/** Set by the current view while its override is shown. */
export const viewOverrideAtom = atom<ViewOverride | undefined>(undefined)
