/** An account that grants smart sessions. */
export type SessionAccount = {
  /** CAIP-2. */
  readonly chainId: string
  /** EIP-55. */
  readonly address: string
}

/** Addresses of the two keys that act in a session together. */
export type SessionKeys = { readonly site: string; readonly cosigner: string }

/** One call that an account makes; `value` in wei, `data` in hex. */
export type SessionAct = { readonly to: string; readonly value: bigint; readonly data: string }

/** What the account contract has stored of a session. */
export type SessionGrant = {
  /** Seconds since 1970. */
  readonly expirySeconds: bigint
  /** Number of acts so far: the nonce of the next one. */
  readonly actCount: bigint
}

/** Arguments in the order of the ABI; undefined for one that a condition cannot be compared with. */
export type CallArguments = readonly (bigint | undefined)[]

/**
 * Arguments of a call of one function; undefined when `data` is not exactly such a call, or when the ABI does not define the
 * name exactly once. Numbers, addresses, truth values and `bytes32` have a value; texts, lists, shorter bytes and negative
 * numbers have none.
 */
export type ReadCall = (
  abi: readonly unknown[],
  functionName: string,
  data: string,
) => CallArguments | undefined

/** Accounts that grant sessions, on the chain, and the arithmetic of their keys. Hex texts start with `0x`. */
export type SessionAccounts = {
  /** Reads a CAIP-10 id in any letter case; undefined for one that is not of a served chain. */
  readonly readAccount: (account: string) => SessionAccount | undefined
  /** EIP-55 address of an uncompressed secp256k1 key in SEC1; undefined for a text that is no such key. */
  readonly addressOfKey: (publicKey: string) => string | undefined
  /** A new random key. `privateKey` is secret: seal it before it is stored. */
  readonly createCosigner: () => { readonly privateKey: string; readonly publicKey: string }
  /**
   * Reads the session from the account contract, never from a cache; undefined when the account has granted none.
   * @throws Error when the chain did not answer.
   */
  readonly readGrant: (account: SessionAccount, keys: SessionKeys) => Promise<SessionGrant | undefined>
  /** The hash that both keys sign (EIP-191) for the act number `actCount` of a session. */
  readonly actHash: (account: SessionAccount, keys: SessionKeys, actCount: bigint, act: SessionAct) => string
  /** EIP-55 address of the key that signed a hash (EIP-191); undefined for a text that is no signature. */
  readonly recoverSigner: (hash: string, signature: string) => Promise<string | undefined>
  /** Signs a hash (EIP-191). */
  readonly sign: (privateKey: string, hash: string) => Promise<string>
  readonly readCall: ReadCall
}
