import styles from './icon.module.css'

/** `size` is in px on the 24 grid; the default is 20. */
export type IconProps = { size?: number }

/** One stroked path on a 24 grid in the text's colour, hidden from screen readers; `mirror` flips it in right-to-left. */
export function Icon({ d, size = 20, mirror }: IconProps & { d: string; mirror?: boolean }) {
  return (
    <svg
      className={styles.icon}
      data-mirror={mirror}
      width={size}
      height={size}
      viewBox="0 0 24 24"
      aria-hidden="true"
      focusable="false"
    >
      <path d={d} />
    </svg>
  )
}
