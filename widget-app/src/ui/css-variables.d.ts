import 'react'

declare module 'react' {
  /** Allows custom properties in `style`; React sets them through CSSOM, which `style-src 'self'` allows. */
  interface CSSProperties {
    [name: `--${string}`]: string | number | undefined
  }
}
