import type { ComponentType, ReactElement } from 'react'
import type { View, ViewName, ViewOf } from '#widget/core/view.ts'
import { currentViewAtom } from '#widget/core/view-stack.ts'
import { lazyComponent } from '#widget/lib/lazy-component.tsx'
import { Route } from '#widget/lib/nav.tsx'
import { useAtomValue } from '#widget/lib/state.ts'
import { ViewSkeleton } from './shell/view-skeleton.tsx'

type ViewComponent<Name extends ViewName> = ComponentType<{ view: ViewOf<Name> }>

/** A view that loads in a file of its own. A failed import is repeated once before the view fails. */
export const lazyView = <Name extends ViewName>(load: () => Promise<ViewComponent<Name>>) =>
  lazyComponent(load, ViewSkeleton)

const isNamed = <Name extends ViewName>(view: View, name: Name): view is ViewOf<Name> & View =>
  view.name === name

function Named<Name extends ViewName>({ name, of: Component }: { name: Name; of: ViewComponent<Name> }) {
  const view = useAtomValue(currentViewAtom)
  return isNamed(view, name) ? <Component view={view} /> : null
}

/** The route of a view. */
export const route = <Name extends ViewName>(name: Name, of: ViewComponent<Name>): ReactElement => (
  <Route key={name} path={`/${name}`} element={<Named name={name} of={of} />} />
)
