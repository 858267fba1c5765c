import { useEffect, useEffectEvent } from 'react'

/** Calls `onEscape` for Escape anywhere in the document, unless a field has used the key already. */
export function useEscape(onEscape: (() => void) | undefined): void {
  const handle = useEffectEvent((event: KeyboardEvent) => {
    // Key code 229: an input method handles the key, in Safari after the composition too.
    if (event.key !== 'Escape' || event.keyCode === 229 || event.defaultPrevented || !onEscape) return
    event.preventDefault()
    onEscape()
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => handle(event)
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [])
}
