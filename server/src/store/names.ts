import type { NameStore, RegisteredName } from '../ports/names.ts'
import type { Database } from './database.ts'
import { parseRow } from './tables.ts'

/** Names of the operator's zone. */
export function createNameStore({ read, write }: Database): NameStore {
  const find: NameStore['find'] = async (registry, name) => {
    const found = await read
      .selectFrom('names')
      .selectAll()
      .where('registry', '=', registry)
      .where('name', '=', name)
      .executeTakeFirst()
    return found && readName(found)
  }
  return {
    find,
    ofAddress: async (registry, address) => {
      const rows = await read
        .selectFrom('names')
        .selectAll()
        .where('registry', '=', registry)
        .where('address_key', '=', address.toLowerCase())
        .orderBy('created_at_ms')
        .orderBy('name')
        .execute()
      return rows.map(readName)
    },
    register: async ({ registry, name, coinType, address, avatar, createdAtMs }) => {
      const row = {
        registry,
        name,
        coin_type: coinType,
        address,
        address_key: address.toLowerCase(),
        avatar: avatar ?? null,
        created_at_ms: createdAtMs,
      }
      const added = await write((db) =>
        db
          .insertInto('names')
          .values(row)
          .onConflict((conflict) => conflict.doNothing())
          .returning('name')
          .execute(),
      )
      if (added.length > 0) return 'registered'
      // Names are never removed, so the row that was in the way is still there.
      const holder = await find(registry, name)
      const isOwn = holder?.coinType === coinType && holder.address.toLowerCase() === address.toLowerCase()
      return holder === undefined || isOwn ? 'account-named' : 'name-taken'
    },
  }
}

function readName(found: object): RegisteredName {
  const row = parseRow('names', found)
  return {
    registry: row.registry,
    name: row.name,
    coinType: row.coin_type,
    address: row.address,
    avatar: row.avatar ?? undefined,
    createdAtMs: row.created_at_ms,
  }
}
