import type { SettingStore } from '../ports/stores/settings.ts'
import type { Database } from './database.ts'
import { parseRow } from './tables.ts'

/** Values that a deployment generates. */
export function createSettingStore({ read, write }: Database): SettingStore {
  const find = (name: string) =>
    read.selectFrom('settings').selectAll().where('name', '=', name).executeTakeFirst()
  return {
    getOrAdd: async (name, value) => {
      if ((await find(name)) === undefined)
        await write((db) =>
          db
            .insertInto('settings')
            .values({ name, value })
            .onConflict((conflict) => conflict.column('name').doNothing())
            .execute(),
        )
      // Read back: another replica may have stored its value first.
      return parseRow('settings', await find(name)).value
    },
  }
}
