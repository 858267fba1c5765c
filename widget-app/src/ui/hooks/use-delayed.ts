import { useEffect, useState } from 'react'

/**
 * Becomes true once `active` has been true for `ms` without interruption (150 by default), so short waits do not flicker.
 */
export function useDelayed(active: boolean, ms = 150): boolean {
  const [passed, setPassed] = useState(false)
  useEffect(() => {
    if (!active) return
    const timer = setTimeout(() => setPassed(true), ms)
    return () => {
      clearTimeout(timer)
      setPassed(false)
    }
  }, [active, ms])
  return active && passed
}
