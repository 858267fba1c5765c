import type { ReactElement } from 'react'
import '#widget/i18n/lazy-messages.ts'
import { currentViewAtom, viewMovesAtom } from '#widget/core/view-stack.ts'
import type { View, ViewName, ViewOf } from '#widget/core/views.ts'
import { lazyComponent } from '#widget/lib/lazy-component.tsx'
import { Route, Routes, StackRouter } from '#widget/lib/nav.tsx'
import { useAtomValue, useSetAtom } from '#widget/lib/state.ts'
import { useLostFocus } from '#widget/ui/hooks/use-lost-focus.ts'
import { backAtom } from './shell/sheet-controls.ts'
import { ViewSkeleton } from './shell/view-skeleton.tsx'
import { type LazyViewName, type ViewComponent, viewLoaders } from './views.ts'

/** Loads the view that reviews a host's request. */
export const preloadReview = () => viewLoaders.ApproveTransaction()

/** Preloads the most frequent next views, after the first view has rendered. */
export const preloadNextViews = () => Promise.all([viewLoaders.ConnectingExternal(), viewLoaders.Account()])

const isNamed = <Name extends ViewName>(view: View, name: Name): view is ViewOf<Name> & View =>
  view.name === name

function Named<Name extends ViewName>({ name, of: Component }: { name: Name; of: ViewComponent<Name> }) {
  const view = useAtomValue(currentViewAtom)
  return isNamed(view, name) ? <Component view={view} /> : null
}

/** The route of a view. A failed import is repeated once before the view fails. */
function routeOf<Name extends LazyViewName>(name: Name): ReactElement {
  const load: () => Promise<ViewComponent<Name>> = viewLoaders[name]
  const component = lazyComponent(load, ViewSkeleton)
  return <Route key={name} path={`/${name}`} element={<Named name={name} of={component} />} />
}

const isLazy = (name: string): name is LazyViewName => Object.hasOwn(viewLoaders, name)
const routes = Object.keys(viewLoaders)
  .filter(isLazy)
  .map((name) => routeOf(name))

/** The view on top of the stack, unless that is in the initial files. */
export function LazyRoutes() {
  const view = useAtomValue(currentViewAtom)
  const moves = useAtomValue(viewMovesAtom)
  const goBack = useSetAtom(backAtom)
  useLostFocus()
  return (
    <StackRouter path={`/${view.name}`} stateKey={String(moves)} onBack={goBack}>
      <Routes>{routes}</Routes>
    </StackRouter>
  )
}
