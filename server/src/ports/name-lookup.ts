import type { Profile } from '../../../shared/api/names.ts'

/** Names of other services than the operator's zone, such as ENS and SNS. */
export type NameLookup = {
  /** Undefined when the service does not have the name, or it has no account. @throws Error when it did not answer. */
  readonly find: (name: string) => Promise<Profile | undefined>
  /** The primary name of an address, proven in both directions. @throws Error when the service did not answer. */
  readonly primaryName: (address: string) => Promise<Profile | undefined>
}
