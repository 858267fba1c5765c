import { type ReactNode, useMemo } from 'react'
import { type Navigator, Router } from 'react-router-dom'

// biome-ignore lint/performance/noBarrelFile: the fence around react-router-dom needs one file which views import.
export { Route, Routes } from 'react-router-dom'

const refuse = () => {
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
 * React Router over a view stack held elsewhere: it renders the routes of `path` and never touches `window.history`,
 * because a frame's navigations would join the session history of the host page.
 */
export function StackRouter({ path, stateKey, onBack, children }: StackRouterProps) {
  const navigator = useMemo<Navigator>(
    () => ({
      createHref: () => '#',
      go: (delta) => {
        if (delta < 0) onBack()
      },
      push: refuse,
      replace: refuse,
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
