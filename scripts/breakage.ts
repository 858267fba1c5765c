/** One line to break in a copy of the project, and the tests that must notice. */
export type Mutation = {
  /** The rule that is broken, as a sentence. */
  readonly rule: string
  readonly file: string
  /** Stands exactly once in the file. */
  readonly find: string
  readonly replace: string
  /** Test files, as Vitest takes them. */
  readonly tests: readonly string[]
  /** Where the tests run; of `chains` only those that need no chain but relay and wallets. */
  readonly project?: 'unit' | 'ui' | 'chains' | 'relay'
}
