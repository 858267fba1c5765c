import type { ReactNode } from 'react'
import styles from './text.module.css'

/**
 * `size` is the px size at the default font size; `numeric` gives every digit the same width, and keeps the order of an
 * amount, its sign and its symbol in right-to-left text.
 */
export type TextProps = {
  children: ReactNode
  as?: 'p' | 'span' | 'h2' | 'h3' | 'div'
  size?: 12 | 13 | 15 | 17 | 22 | 34
  tone?: 'ink' | 'soft' | 'accent' | 'success' | 'warning' | 'danger'
  weight?: 'regular' | 'medium' | 'strong'
  align?: 'start' | 'center' | 'end'
  numeric?: boolean
}

/** Text in one of the six sizes, three weights and the tones of the theme. */
export function Text({
  as: Tag = 'p',
  size = 15,
  tone = 'ink',
  weight,
  align,
  numeric,
  children,
}: TextProps) {
  const isNumeric = numeric === true
  const Element = isNumeric && Tag === 'span' ? 'bdi' : Tag
  return (
    <Element
      className={styles.text}
      data-size={size}
      data-tone={tone}
      data-weight={weight}
      data-align={align}
      data-figures={numeric || undefined}
    >
      {isNumeric && Element !== 'bdi' ? <bdi>{children}</bdi> : children}
    </Element>
  )
}
