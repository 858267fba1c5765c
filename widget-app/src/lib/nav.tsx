import { type ReactNode, useMemo } from 'react'
import { type Navigator, Router } from 'react-router-dom'

// biome-ignore lint/performance/noBarrelFile: only this file may import react-router-dom; views import it.
export { Route, Routes } from 'react-router-dom'

const throwUnsupported = () => {
  throw new Error('Navigate through the view stack')
}

type StackRouterProps = {
  /** Path of the view on top, `/` and its name. */
  readonly path: string
  /** Changes with every move, also between two views of one name. */
  readonly stateKey: string
  readonly onBack: () => void
  readonly children: ReactNode
}

/**
 * React Router over an external view stack: it renders the routes of `path` and never changes `window.history`,
 * because a frame's navigations would join the session history of the host page.
 */
export function StackRouter({ path, stateKey, onBack, children }: StackRouterProps) {
  const navigator = useMemo<Navigator>(
    () => ({
      createHref: () => '#',
      go: (delta) => {
        if (delta < 0) onBack()
      },
      push: throwUnsupported,
      replace: throwUnsupported,
    }),
    [onBack],
  )
  const location = { pathname: path, search: '', hash: '', state: null, key: stateKey }
  return (
    <Router location={location} navigator={navigator}>
      {children}
    </Router>
  )
}
