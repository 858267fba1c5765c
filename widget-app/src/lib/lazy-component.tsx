import { type ComponentType, useLayoutEffect, useState } from 'react'

type LoadOutcome<Props> = { readonly component: ComponentType<Props> } | { readonly error: unknown }

/** Renders nothing. */
export const EmptyComponent = () => null

/**
 * A component whose file loads on the first render; `Waiting` is rendered meanwhile, with a mark that tests and screenshots
 * wait for. Not React's `lazy`, whose
 * Suspense keeps its fallback on screen for 300 ms even if the file has loaded: a preloaded component renders at once, and
 * any other one when it has loaded. A failed import is repeated once; then the component throws the error.
 */
export function lazyComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Waiting: ComponentType = EmptyComponent,
): ComponentType<Props> {
  let loadedComponent: ComponentType<Props> | undefined
  return function Loaded(props: Props) {
    const [outcome, setOutcome] = useState<LoadOutcome<Props> | undefined>(
      () => loadedComponent && { component: loadedComponent },
    )
    // Before the browser paints: a preloaded component is rendered without a frame of `Waiting`.
    useLayoutEffect(() => {
      if (outcome !== undefined) return
      let isUnmounted = false
      const onLoaded = (next: LoadOutcome<Props>) => {
        if ('component' in next) loadedComponent = next.component
        if (!isUnmounted) setOutcome(next)
      }
      load()
        .catch(load)
        .then(
          (component) => onLoaded({ component }),
          (error: unknown) => onLoaded({ error }),
        )
      return () => {
        isUnmounted = true
      }
    }, [outcome])
    if (outcome === undefined)
      return (
        <>
          <Waiting />
          <i data-view-loading hidden />
        </>
      )
    if ('error' in outcome) throw outcome.error
    const { component: Component } = outcome
    return <Component {...props} />
  }
}
