import type { ClipboardEvent } from 'react'

const lineBreak = /[\r\n\u2028\u2029]+/

/** Pastes lines into a single-line field with a separator; browsers join them without one, so two numbers become a third. */
export const joinPastedLines =
  (onChange: (text: string) => void) =>
  (event: ClipboardEvent<HTMLInputElement>): void => {
    const pasted = event.clipboardData.getData('text').trim()
    if (!lineBreak.test(pasted)) return
    event.preventDefault()
    const { value, selectionStart, selectionEnd } = event.currentTarget
    const start = selectionStart ?? value.length
    onChange(
      `${value.slice(0, start)}${pasted.split(lineBreak).join(' ↵ ')}${value.slice(selectionEnd ?? start)}`,
    )
  }
