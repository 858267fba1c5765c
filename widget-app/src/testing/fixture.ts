import type { View, ViewName, ViewOf } from '#widget/core/view.ts'
import type { TestWorld, TestWorldOptions } from './world.ts'

/** One state of a view for screenshots: its world, and steps before and after the view is shown. Test only. */
export type Fixture<OfView extends View = View> = {
  readonly view: OfView
  /** Name of this state; unique among those of one view. */
  readonly state: string
  readonly options?: TestWorldOptions
  readonly before?: (world: TestWorld) => void
  readonly after?: (world: TestWorld) => Promise<void>
}

/** Every state of one view: at least one. Test only. */
export type States<Name extends ViewName> = readonly [Fixture<ViewOf<Name>>, ...Fixture<ViewOf<Name>>[]]

/** Every state of some views. Test only. */
export type FixturesOf<Names extends ViewName> = { readonly [Name in Names]: States<Name> }
