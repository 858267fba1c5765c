/** Result of one check of `doctor`. */
export type CheckVerdict = {
  /** `warning`: something is missing or unusual, and the rest works; `error`: users of the deployment are affected. */
  readonly level: 'ok' | 'warning' | 'error'
  /** The checked part of the deployment. */
  readonly check: string
  /** The observation, as a sentence without its full stop. */
  readonly message: string
  /** How to correct it. */
  readonly remedy?: string
}

export const passed = (check: string, message: string): CheckVerdict => ({ level: 'ok', check, message })

export const warning = (check: string, message: string, remedy: string): CheckVerdict => ({
  ...{ level: 'warning', check, message },
  remedy,
})

export const failed = (check: string, message: string, remedy: string): CheckVerdict => ({
  ...{ level: 'error', check, message },
  remedy,
})

/** Formats a verdict as one line of text. */
export const verdictLine = ({ level, check, message, remedy }: CheckVerdict): string =>
  `${level.padEnd(7)}  ${check}: ${message}.${remedy === undefined ? '' : ` ${remedy}.`}`
