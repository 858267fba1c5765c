import { remoteFeature } from '../../../shared/api/project.ts'
import * as z from '../../../shared/zod.ts'
import type { Project, ProjectChange, ProjectStore } from '../ports/stores/projects.ts'
import type { Database, Queries } from './database.ts'
import { parseJson, parseRow, type Row } from './tables.ts'

const originsSchema = z.array(z.string())
const featuresSchema = z.array(remoteFeature)
const walletConnectSchema = z.strictObject({
  projectId: z.exactOptional(z.string()),
  relayUrl: z.exactOptional(z.string()),
  isVerified: z.exactOptional(z.boolean()),
})
const idSchema = z.object({ public_id: z.string() })

/** Projects and their public ids. */
export function createProjectStore({ kind, read, write, transact }: Database): ProjectStore {
  /** Every project with its current id. */
  const projects = () =>
    read
      .selectFrom('projects')
      .innerJoin('project_ids as current', (join) =>
        join.onRef('current.project_key', '=', 'projects.key').on('current.valid_until_ms', 'is', null),
      )
      .selectAll('projects')
      .select('current.id as public_id')

  return {
    find: async (id, nowMs) => {
      const row = await projects()
        .innerJoin('project_ids as given', 'given.project_key', 'projects.key')
        .where('given.id', '=', id)
        .where((where) =>
          where.or([where('given.valid_until_ms', 'is', null), where('given.valid_until_ms', '>', nowMs)]),
        )
        .executeTakeFirst()
      return row && readProject(row)
    },
    list: async () => (await projects().orderBy('current.id').execute()).map(readProject),
    add: (project) =>
      transact(async (db) => {
        const { key, id, createdAtMs, ...fields } = project
        if (!(await claimId(db, id, key, null))) return false
        await db
          .insertInto('projects')
          .values({ key, created_at_ms: createdAtMs, ...columnsOf(fields) })
          .execute()
        return true
      }),
    change: async (key, change) => {
      const columns = definedColumns(change)
      if (Object.keys(columns).length === 0)
        return (await read.selectFrom('projects').select('key').where('key', '=', key).execute()).length > 0
      const rows = await write((db) =>
        db.updateTable('projects').set(columns).where('key', '=', key).returning('key').execute(),
      )
      return rows.length > 0
    },
    rotate: (key, id, formerUntilMs) =>
      transact(async (db) => {
        // Rotations of a project run one at a time.
        const found = await db
          .selectFrom('projects')
          .select('key')
          .where('key', '=', key)
          .$if(kind === 'postgres', (query) => query.forUpdate())
          .execute()
        // Not current yet: a project has exactly one current id.
        if (found.length === 0 || !(await claimId(db, id, key, 0))) return false
        const ids = db.updateTable('project_ids')
        await ids
          .set({ valid_until_ms: formerUntilMs })
          .where('project_key', '=', key)
          .where('valid_until_ms', 'is', null)
          .execute()
        await ids.set({ valid_until_ms: null }).where('id', '=', id).execute()
        return true
      }),
  }
}

/** False if another row has the id. */
async function claimId(db: Queries, id: string, key: string, validUntilMs: number | null): Promise<boolean> {
  const rows = await db
    .insertInto('project_ids')
    .values({ id, project_key: key, valid_until_ms: validUntilMs })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .execute()
  return rows.length > 0
}

type Fields = Required<ProjectChange>
type Columns = Omit<Row<'projects'>, 'key' | 'created_at_ms'>

/** Columns of a project's row except its key and time. */
export const columnsOf = (fields: Fields): Columns => ({
  name: fields.name,
  allowed_origins: JSON.stringify(fields.allowedOrigins),
  accepts_default_origins: fields.acceptsDefaultOrigins ? 1 : 0,
  features: JSON.stringify(fields.features),
  is_analytics_enabled: fields.isAnalyticsEnabled ? 1 : 0,
  wallet_connect: JSON.stringify(fields.walletConnect),
  name_registry: fields.nameRegistry,
})

/** Columns of the fields in a change. */
function definedColumns(change: ProjectChange): Partial<Columns> {
  const { name, allowedOrigins, acceptsDefaultOrigins, features, isAnalyticsEnabled } = change
  const { walletConnect, nameRegistry } = change
  return {
    ...(name !== undefined && { name }),
    ...(allowedOrigins !== undefined && { allowed_origins: JSON.stringify(allowedOrigins) }),
    ...(acceptsDefaultOrigins !== undefined && { accepts_default_origins: acceptsDefaultOrigins ? 1 : 0 }),
    ...(features !== undefined && { features: JSON.stringify(features) }),
    ...(isAnalyticsEnabled !== undefined && { is_analytics_enabled: isAnalyticsEnabled ? 1 : 0 }),
    ...(walletConnect !== undefined && { wallet_connect: JSON.stringify(walletConnect) }),
    ...(nameRegistry !== undefined && { name_registry: nameRegistry }),
  }
}

function readProject(found: object): Project {
  const row = parseRow('projects', found)
  return {
    key: row.key,
    id: z.parse(idSchema, found).public_id,
    name: row.name,
    allowedOrigins: parseJson(originsSchema, 'projects', row, 'allowed_origins'),
    acceptsDefaultOrigins: row.accepts_default_origins === 1,
    features: parseJson(featuresSchema, 'projects', row, 'features'),
    isAnalyticsEnabled: row.is_analytics_enabled === 1,
    walletConnect: parseJson(walletConnectSchema, 'projects', row, 'wallet_connect'),
    nameRegistry: row.name_registry,
    createdAtMs: row.created_at_ms,
  }
}
