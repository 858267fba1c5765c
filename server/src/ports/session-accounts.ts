/** An account that grants smart sessions. */
export type SessionAccount = {
  /** CAIP-2. */
  readonly chainId: string
  /** EIP-55. */
  readonly address: string
}

/** Addresses of the two keys that sign the acts of a session: the host's and the cosigner's. */
export type SessionKeys = { readonly site: string; readonly cosigner: string }

/** One call from an account; `value` in wei, `data` in hex. */
export type SessionAct = { readonly to: string; readonly value: bigint; readonly data: string }

/** A session as stored in the account contract. */
export type SessionGrant = {
  /** Seconds since 1970. */
  readonly expirySeconds: bigint
  /** Number of acts so far: the nonce of the next one. */
  readonly actCount: bigint
}

/** Arguments in the order of the ABI; undefined for one that a condition cannot compare. */
export type CallArguments = readonly (bigint | undefined)[]

/**
 * Decodes the arguments of a call of one function; undefined when `data` is not exactly such a call, or when the ABI does
 * not define the function exactly once. Numbers, addresses, booleans and `bytes32` have a value; strings, arrays, shorter
 * bytes and negative numbers have none.
 */
export type DecodeCall = (
  abi: readonly unknown[],
  functionName: string,
  data: string,
) => CallArguments | undefined

/** On-chain accounts that grant smart sessions, and the cryptography of their keys. Hex strings start with `0x`. */
export type SessionAccounts = {
  /** Parses a CAIP-10 id in any letter case; undefined for one on a chain that is not supported. */
  readonly parseAccount: (account: string) => SessionAccount | undefined
  /** EIP-55 address of an uncompressed secp256k1 key in SEC1; undefined for a text that is not such a key. */
  readonly addressOfKey: (publicKey: string) => string | undefined
  /** Creates a random key. `privateKey` is secret: seal it before storing. */
  readonly createCosigner: () => { readonly privateKey: string; readonly publicKey: string }
  /**
   * Reads the session from the account contract, never from a cache; undefined when the account has not granted it.
   * @throws Error when the chain did not respond.
   */
  readonly readGrant: (account: SessionAccount, keys: SessionKeys) => Promise<SessionGrant | undefined>
  /** The hash that both keys sign (EIP-191) for the act number `actCount` of a session. */
  readonly actHash: (account: SessionAccount, keys: SessionKeys, actCount: bigint, act: SessionAct) => string
  /** EIP-55 address of the key that signed a hash (EIP-191); undefined for a text that is not a signature. */
  readonly recoverSigner: (hash: string, signature: string) => Promise<string | undefined>
  /** Signs a hash (EIP-191). */
  readonly sign: (privateKey: string, hash: string) => Promise<string>
  readonly decodeCall: DecodeCall
}
