import { useSyncExternalStore } from 'react'

const query = '(prefers-reduced-motion: reduce)'

function subscribe(changed: () => void): () => void {
  const list = window.matchMedia?.(query)
  list?.addEventListener('change', changed)
  return () => list?.removeEventListener('change', changed)
}

/** True while the person asks for less motion; true as well where the browser cannot tell. */
export function prefersReducedMotion(): boolean {
  return window.matchMedia?.(query).matches ?? true
}

/** Follows `prefers-reduced-motion` live. */
export function useReducedMotion(): boolean {
  return useSyncExternalStore(subscribe, prefersReducedMotion)
}
