import { useCallback, useEffect, useState } from 'react'

/** An app that opens takes this long to come to the front, in milliseconds. */
export const appOpensWithinMs = 1_800

/**
 * Whether the page is still in front `appOpensWithinMs` after `leave` was called, so whatever should have opened did
 * not. Going away and coming back starts afresh.
 */
export function useAppDidNotOpen(): {
  readonly at: 'here' | 'leaving' | 'stayed'
  readonly leave: () => void
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
  return { at, leave: useCallback(() => setAt('leaving'), []) }
}
