/** One labelled line of what is agreed to. */
export type FactLine = {
  readonly id: string
  readonly label: string
  readonly value: string
  /** An address is shown whole and in groups; code in a fixed pitch. */
  readonly look: 'address' | 'text' | 'code'
}
