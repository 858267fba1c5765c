import 'react'

declare module 'react' {
  /** Lets `style` carry custom properties; React sets them through CSSOM, which `style-src 'self'` allows. */
  interface CSSProperties {
    [name: `--${string}`]: string | number | undefined
  }
}
