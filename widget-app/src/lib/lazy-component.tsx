import { type ComponentType, useLayoutEffect, useState } from 'react'

type Found<Props> = { readonly component: ComponentType<Props> } | { readonly fault: unknown }

/** Renders nothing. */
export const EmptyComponent = () => null

/**
 * A component whose file loads on the first render; `Waiting` is rendered meanwhile. Not React's `lazy`, whose
 * Suspense keeps its fallback on screen for 300 ms even if the file has loaded: a preloaded component renders at once, and
 * any other one when it has loaded. A failed import is repeated once; then the component throws the error.
 */
export function lazyComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Waiting: ComponentType = EmptyComponent,
): ComponentType<Props> {
  let known: ComponentType<Props> | undefined
  return function Loaded(props: Props) {
    const [found, setFound] = useState<Found<Props> | undefined>(() => known && { component: known })
    // Before the browser paints: a preloaded component is rendered without a frame of `Waiting`.
    useLayoutEffect(() => {
      if (found !== undefined) return
      let isGone = false
      const tell = (next: Found<Props>) => {
        if ('component' in next) known = next.component
        if (!isGone) setFound(next)
      }
      load()
        .catch(load)
        .then(
          (component) => tell({ component }),
          (fault: unknown) => tell({ fault }),
        )
      return () => {
        isGone = true
      }
    }, [found])
    if (found === undefined) return <Waiting />
    if ('fault' in found) throw found.fault
    const { component: Component } = found
    return <Component {...props} />
  }
}
