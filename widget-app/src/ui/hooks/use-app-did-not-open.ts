import { useCallback, useEffect, useState } from 'react'

/** Maximum time an app takes to open in front of the page, in milliseconds. */
export const appOpensWithinMs = 1_800

/**
 * Whether the page is still visible `appOpensWithinMs` after `markLeaving` was called, so that the app did not open. Hiding and
 * showing the page resets it.
 */
export function useAppDidNotOpen(): {
  readonly at: 'here' | 'leaving' | 'stayed'
  readonly markLeaving: () => void
} {
  const [at, setAt] = useState<'here' | 'leaving' | 'stayed'>('here')
  useEffect(() => {
    if (at !== 'leaving') return
    const onHidden = () => {
      if (document.visibilityState === 'hidden') setAt('here')
    }
    const timer = setTimeout(() => setAt('stayed'), appOpensWithinMs)
    document.addEventListener('visibilitychange', onHidden)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', onHidden)
    }
  }, [at])
  return { at, markLeaving: useCallback(() => setAt('leaving'), []) }
}
