import type { View, ViewName } from '#widget/core/view.ts'

/** Views that are there from the start; all others come through the router, in files of their own. */
export type FirstViewName = Extract<ViewName, 'Connect' | 'ConnectWallets'>

export const isFirstView = (view: View): view is Extract<View, { name: FirstViewName }> =>
  view.name === 'Connect' || view.name === 'ConnectWallets'
