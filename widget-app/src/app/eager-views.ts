import type { View, ViewName } from '#widget/core/view.ts'

/** Views in the initial files; all others load through the router, in files of their own. */
export type EagerViewName = Extract<ViewName, 'Connect' | 'ConnectWallets'>

export const isEagerView = (view: View): view is Extract<View, { name: EagerViewName }> =>
  view.name === 'Connect' || view.name === 'ConnectWallets'
