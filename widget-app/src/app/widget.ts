import type { Store } from '#widget/lib/state.ts'

/** A running widget: its store, and what the shell needs to start it. */
export type Widget = {
  readonly store: Store
  /** The operator's configuration is in (or could not be had): calls may go out. */
  readonly deployed: Promise<void>
}
