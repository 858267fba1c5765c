import { VisuallyHidden } from '../layout/visually-hidden.tsx'
import styles from './rolling-number.module.css'

/**
 * A number whose digits roll when it changes; `text` is already formatted and is what screen readers read. The digits run
 * from left to right in every language; a sign and a currency stay on the side where the text has them.
 */
export function RollingNumber({ text }: { text: string }) {
  const [before = '', digits = '', after = ''] = text.split(/(\d(?:.*\d)?)/)
  const chars = [...digits]
  return (
    <bdi className={styles.number}>
      <VisuallyHidden>{text}</VisuallyHidden>
      <span className={styles.glyphs} aria-hidden="true">
        {before && <span className={styles.glyph} data-char={before} />}
        <span className={styles.glyphs} dir="ltr">
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
        {after && <span className={styles.glyph} data-char={after} />}
      </span>
    </bdi>
  )
}
