/** One labelled line of what the user approves. */
export type FactLine = {
  readonly id: string
  readonly label: string
  readonly value: string
  /** An address is shown completely and in groups; code in a monospace font. */
  readonly look: 'address' | 'text' | 'code'
}
