/** SHA-256 in hex: the stored form of a token. Not for passwords that users choose. */
export type SecretHash = (secret: string) => string
