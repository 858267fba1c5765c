import type { Stores } from '../../ports/stores/stores.ts'
import type { Database } from '../database.ts'

/** The stores of a test. */
export type StoreWorld = {
  readonly stores: () => Stores
  /** Two processes' worth of stores on one database; the same twice where it allows one process. */
  readonly replicas: () => readonly [Stores, Stores]
  /** For rows that no store writes. */
  readonly database: () => Database
}

/** Runs `call` many times at once, alternately on each of the replicas. */
export const race = <T>(
  { replicas }: StoreWorld,
  times: number,
  call: (stores: Stores, index: number) => Promise<T>,
): Promise<readonly T[]> => {
  const [one, other] = replicas()
  return Promise.all(Array.from({ length: times }, (_, index) => call(index % 2 ? other : one, index)))
}
