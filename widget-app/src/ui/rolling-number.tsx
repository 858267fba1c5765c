import styles from './rolling-number.module.css'
import { VisuallyHidden } from './visually-hidden.tsx'

/** A number whose digits roll to their new place when it changes; `text` is already formatted and is what is read out. */
export function RollingNumber({ text }: { text: string }) {
  const chars = [...text]
  return (
    <span className={styles.number}>
      <VisuallyHidden>{text}</VisuallyHidden>
      <span className={styles.glyphs} aria-hidden="true" dir="ltr">
        {chars.map((char, i) => {
          // Counted from the end, so that units stay units when a digit is added in front.
          const key = chars.length - i
          return /\d/.test(char) ? (
            <span key={`d${key}`} className={styles.digit} style={{ '--digit': Number(char) }} />
          ) : (
            <span key={`c${key}`} className={styles.glyph} data-char={char} />
          )
        })}
      </span>
    </span>
  )
}
