/** A name as its service writes it, and whom it belongs to: nobody where `address` is undefined. */
export type ResolvedName = {
  readonly name: string
  readonly address: string | undefined
  /** The picture its owner gave, unparsed: any URL. */
  readonly avatar: string | undefined
}
