import { useRef } from 'react'
import { useScrollEnd } from '../hooks/use-scroll-end.ts'
import styles from './code-text.module.css'

/** `dir` is the text's own direction where nothing is known of it, and `ltr` for data such as JSON. */
export type CodeTextProps = { children: string; dir?: 'auto' | 'ltr' }

/** Text as it is signed or sent, each of its lines and spaces; a long one scrolls inside a box of its own. */
export function CodeText({ children, dir = 'auto' }: CodeTextProps) {
  const box = useRef<HTMLElement>(null)
  useScrollEnd(box)
  return (
    <code ref={box} className={styles.code} dir={dir}>
      {children}
    </code>
  )
}
