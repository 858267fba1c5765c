/** A name of the operator's zone and the account that claimed it. */
export type RegisteredName = {
  readonly registry: string
  /** With its suffix, in lower case. */
  readonly name: string
  /** SLIP-44, ENSIP-11. */
  readonly coinType: number
  /** In the notation of its chain (EIP-55 on Ethereum). */
  readonly address: string
  /** Absent when the owner gave none. */
  readonly avatar: string | undefined
  readonly createdAtMs: number
}

/** `name-taken`: another account has it; `account-named`: the account has a name for this coin type, this one or another. */
export type RegistrationResult = 'registered' | 'name-taken' | 'account-named'

export type NameStore = {
  readonly find: (registry: string, name: string) => Promise<RegisteredName | undefined>
  /** Names of an address in any letter case, oldest first. */
  readonly ofAddress: (registry: string, address: string) => Promise<readonly RegisteredName[]>
  /** Atomic: of several claims of one name exactly one is `registered`. */
  readonly register: (name: RegisteredName) => Promise<RegistrationResult>
}
