import { useEffect, useEffectEvent } from 'react'
import { isComposingKey } from '../composing-key.ts'

/** Calls `onEscape` for Escape anywhere in the document, unless a field has used the key already. */
export function useEscape(onEscape: (() => void) | undefined): void {
  const handle = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented || !onEscape || isComposingKey(event)) return
    event.preventDefault()
    onEscape()
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => handle(event)
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [])
}
