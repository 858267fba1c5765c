import type { Stores } from '../../ports/stores/stores.ts'
import type { Database } from '../database.ts'

/** The stores of a test. */
export type StoreWorld = {
  readonly stores: () => Stores
  /** The stores of two processes on one database; the same twice if it allows only one process. */
  readonly replicas: () => readonly [Stores, Stores]
  /** For rows that no store writes. */
  readonly database: () => Database
}

/** Runs `call` concurrently, alternating between the replicas. */
export const race = <T>(
  { replicas }: StoreWorld,
  times: number,
  call: (stores: Stores, index: number) => Promise<T>,
): Promise<readonly T[]> => {
  const [one, other] = replicas()
  return Promise.all(Array.from({ length: times }, (_, index) => call(index % 2 ? other : one, index)))
}
