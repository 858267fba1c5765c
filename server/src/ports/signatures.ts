/** Verifies that an account signed a text. */
export type SignatureVerifier = {
  /**
   * Verifies by key where that is sufficient, else by contract (ERC-1271, ERC-6492). `address` is in the chain's canonical
   * form.
   * @throws Error when the chain had to be called and did not respond.
   */
  readonly isSignedBy: (
    chainId: string,
    address: string,
    message: string,
    signature: string,
  ) => Promise<boolean>
}
