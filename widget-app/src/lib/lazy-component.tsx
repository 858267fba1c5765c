import { type ComponentType, useLayoutEffect, useState } from 'react'

type Found<Props> = { readonly component: ComponentType<Props> } | { readonly fault: unknown }

/** Draws nothing. */
export const EmptyComponent = () => null

/**
 * A component whose file comes when it is first drawn; `Waiting` stands in its place meanwhile. Not React's `lazy`, whose
 * Suspense keeps what waits on screen for 300 ms, also where the file is there after one: what was loaded ahead is drawn
 * at once, everything else when it comes. A file that cannot be had is asked for once more; then the component throws
 * what was in the way.
 */
export function lazyComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Waiting: ComponentType = EmptyComponent,
): ComponentType<Props> {
  let known: ComponentType<Props> | undefined
  return function Loaded(props: Props) {
    const [found, setFound] = useState<Found<Props> | undefined>(() => known && { component: known })
    // Before the browser paints: what is there already is drawn without a frame of waiting.
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
