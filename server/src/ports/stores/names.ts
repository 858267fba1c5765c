/** A registered name of the operator's zone and its accounts. */
export type RegisteredName = {
  readonly registry: string
  /** With its suffix, in lower case. */
  readonly name: string
  /** At least one; each in the canonical form of its chain (EIP-55 on Ethereum). */
  readonly accounts: readonly NamedAccount[]
  /** Absent when the owner set none. */
  readonly avatar: string | undefined
  readonly createdAtMs: number
}

export type NamedAccount = {
  /** SLIP-44, ENSIP-11. */
  readonly coinType: number
  readonly address: string
}

/** `name-taken`: it is registered already; `account-named`: one of the accounts has another name for its coin type. */
export type RegistrationResult = 'registered' | 'name-taken' | 'account-named'

export type NameStore = {
  readonly find: (registry: string, name: string) => Promise<RegisteredName | undefined>
  /** Names of an address in any letter case, oldest first. */
  readonly ofAddress: (registry: string, address: string) => Promise<readonly RegisteredName[]>
  /** Atomic: of several claims of one name exactly one is `registered`. */
  readonly register: (name: RegisteredName) => Promise<RegistrationResult>
}
