/** Column types whose names differ between the two databases. */
type Types = {
  /** Ordered by its UTF-8 bytes on both. */
  readonly text: string
  /** 64 bits. */
  readonly integer: string
  /** Table options after the columns. */
  readonly options: string
}

export const sqliteTypes: Types = { text: 'TEXT', integer: 'INTEGER', options: ' STRICT' }
export const postgresTypes: Types = { text: 'TEXT COLLATE "C"', integer: 'BIGINT', options: '' }

/** A step of the schema, as SQL. Once released it never changes: databases store its checksum. */
export type Migration = {
  readonly id: string
  readonly statements: (types: Types) => readonly string[]
}
