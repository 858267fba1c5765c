import type { Project } from '../ports/stores/projects.ts'
import type { Queries } from './database.ts'
import { columnsOf } from './projects.ts'

/** The project that a server adds to an empty database; its key and time differ per database. */
export type SeededProject = Omit<Project, 'key' | 'createdAtMs'>

/** Deletes the seeded project if it is unchanged and the only project; else changes nothing. */
export async function deleteSeededProject(db: Queries, { id, ...fields }: SeededProject): Promise<void> {
  const rows = await db.selectFrom('projects').selectAll().limit(2).execute()
  const ids = await db.selectFrom('project_ids').selectAll().limit(2).execute()
  const [row, other] = rows
  const [current, former] = ids
  if (row === undefined || current === undefined || other !== undefined || former !== undefined) return
  const isUnchanged =
    current.id === id &&
    Object.entries(columnsOf(fields)).every(([column, value]) => Reflect.get(row, column) === value)
  if (!isUnchanged) return
  await db.deleteFrom('project_ids').where('id', '=', id).execute()
  await db.deleteFrom('projects').where('key', '=', row.key).execute()
}
