/** SHA-256 in hex: what is stored of a token. Not for secrets that people choose. */
export type SecretHash = (secret: string) => string
