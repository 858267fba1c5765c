import type { NameStore, RegisteredName } from '../ports/stores/names.ts'
import type { Database, Queries } from './database.ts'
import { parseRow, type Row } from './tables.ts'

/** Rolls back a registration whose account already has a name. */
class AccountNamedError extends Error {}

/** Names of the operator's zone, and their accounts. */
export function createNameStore({ read, transact }: Database): NameStore {
  return {
    find: async (registry, name) => {
      const found = await read
        .selectFrom('names')
        .selectAll()
        .where('registry', '=', registry)
        .where('name', '=', name)
        .executeTakeFirst()
      return found && readName(found, await accountsOf(read, registry, [name]))
    },
    ofAddress: async (registry, address) => {
      const rows = await read
        .selectFrom('names')
        .selectAll()
        .where('registry', '=', registry)
        .where('name', 'in', (nested) =>
          nested
            .selectFrom('named_accounts')
            .select('name')
            .where('registry', '=', registry)
            .where('address_key', '=', address.toLowerCase()),
        )
        .orderBy('created_at_ms')
        .orderBy('name')
        .execute()
      const names = rows.map(({ name }) => name)
      const accounts = names.length === 0 ? [] : await accountsOf(read, registry, names)
      return rows.map((row) => readName(row, accounts))
    },
    register: ({ registry, name, accounts, avatar, createdAtMs }) =>
      transact(async (db) => {
        const added = await db
          .insertInto('names')
          .values({ registry, name, avatar: avatar ?? null, created_at_ms: createdAtMs })
          .onConflict((conflict) => conflict.doNothing())
          .returning('name')
          .execute()
        if (added.length === 0) return 'name-taken'
        const rows = accounts.map(({ coinType, address }) => ({
          ...{ registry, name, coin_type: coinType },
          ...{ address, address_key: address.toLowerCase() },
        }))
        const named = await db
          .insertInto('named_accounts')
          .values(rows)
          .onConflict((conflict) => conflict.doNothing())
          .returning('coin_type')
          .execute()
        if (named.length < rows.length) throw new AccountNamedError()
        return 'registered'
      }).catch((error: unknown) => {
        if (error instanceof AccountNamedError) return 'account-named'
        throw error
      }),
  }
}

async function accountsOf(
  db: Queries,
  registry: string,
  names: readonly string[],
): Promise<readonly Row<'named_accounts'>[]> {
  const rows = await db
    .selectFrom('named_accounts')
    .selectAll()
    .where('registry', '=', registry)
    .where('name', 'in', names)
    .orderBy('coin_type')
    .execute()
  return rows.map((row) => parseRow('named_accounts', row))
}

function readName(found: object, accounts: readonly Row<'named_accounts'>[]): RegisteredName {
  const { registry, name, avatar, created_at_ms: createdAtMs } = parseRow('names', found)
  return {
    registry,
    name,
    accounts: accounts
      .filter((row) => row.name === name)
      .map(({ coin_type: coinType, address }) => ({ coinType, address })),
    avatar: avatar ?? undefined,
    createdAtMs,
  }
}
