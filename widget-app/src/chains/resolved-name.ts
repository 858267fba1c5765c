/** A name as its service writes it, and its address; undefined if it has none. */
export type ResolvedName = {
  readonly name: string
  readonly address: string | undefined
  /** The avatar that its owner set, unparsed: any URL. */
  readonly avatar: string | undefined
}
