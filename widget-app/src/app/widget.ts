import type { Store } from '#widget/lib/state.ts'

/** A running widget: its store, and what the shell needs to start it. */
export type Widget = {
  readonly store: Store
  /** Resolves when the operator's configuration has loaded or failed: API calls may start. */
  readonly deployed: Promise<void>
}
