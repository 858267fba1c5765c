/** The operator's public key for recoveries. The private one is offline. */
export type RecoveryKey = {
  /** An uncompressed point of P-256, in base64url. */
  readonly publicKey: string
  /** See `publicKeyId`. */
  readonly id: string
}
