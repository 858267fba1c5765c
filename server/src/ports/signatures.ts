/** Verifies that an account signed a text. */
export type SignatureVerifier = {
  /**
   * By the key where that decides it, else by the chain (ERC-1271, ERC-6492). `address` is in the notation of the chain.
   * @throws Error when the chain had to be asked and did not answer.
   */
  readonly isSignedBy: (
    chainId: string,
    address: string,
    message: string,
    signature: string,
  ) => Promise<boolean>
}
