/** What `doctor` found out about one point. */
export type Finding = {
  /** `warning`: something is missing or unusual, and the rest works; `error`: users of the deployment are affected. */
  readonly level: 'ok' | 'warning' | 'error'
  /** The part of the deployment. */
  readonly check: string
  /** What is so, as a sentence without its full stop. */
  readonly message: string
  /** What to do about it. */
  readonly remedy?: string
}

export const good = (check: string, message: string): Finding => ({ level: 'ok', check, message })

export const warning = (check: string, message: string, remedy: string): Finding => ({
  ...{ level: 'warning', check, message },
  remedy,
})

export const mistake = (check: string, message: string, remedy: string): Finding => ({
  ...{ level: 'error', check, message },
  remedy,
})

/** One line of text. */
export const findingLine = ({ level, check, message, remedy }: Finding): string =>
  `${level.padEnd(7)}  ${check}: ${message}.${remedy === undefined ? '' : ` ${remedy}.`}`
