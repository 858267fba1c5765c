import { useRef } from 'react'
import { useScrollEnd } from '../hooks/use-scroll-end.ts'
import styles from './code-text.module.css'

/** `dir`: `auto` detects the text's direction, `ltr` is for data such as JSON. */
export type CodeTextProps = { children: string; dir?: 'auto' | 'ltr' }

/** Text as it is signed or sent, with all lines and spaces; a long one scrolls inside its own box. */
export function CodeText({ children, dir = 'auto' }: CodeTextProps) {
  const box = useRef<HTMLElement>(null)
  useScrollEnd(box)
  return (
    <code ref={box} className={styles.code} dir={dir}>
      {children}
    </code>
  )
}
