import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { addressFormat } from '../adapters/addresses/address-format.ts'
import { createMemoryWakeups } from '../adapters/wakeups/memory-wakeups.ts'
import { defaultFeatures } from '../core/documents/default-features.ts'
import type { Logger } from '../ports/logger.ts'
import type { Project } from '../ports/stores/projects.ts'
import { createServer, type ServerParts, serverRoutes } from '../server.ts'
import { backup } from '../store/backup.ts'
import { migrate } from '../store/migrate.ts'
import { migrations } from '../store/migrations.ts'
import { openSqliteDatabase } from '../store/sqlite-database.ts'
import { createStores } from '../store/stores.ts'

/** A project like the seeded `demo`. */
export const testProject = (overrides: Partial<Project> = {}): Project => ({
  key: 'demo-key',
  id: 'demo',
  name: 'Tidewater Coffee',
  allowedOrigins: ['https://shop.example'],
  acceptsDefaultOrigins: true,
  features: defaultFeatures,
  isAnalyticsEnabled: true,
  walletConnect: {},
  nameRegistry: 'default',
  createdAtMs: 0,
  ...overrides,
})

/** Query of every call (SPEC §7). */
export const commonQuery = 'projectId=demo&st=drawbridge&sv=html-eip155-0.1.0'

/**
 * A server over a separate database, with a manual clock, and the project `demo`. Parts that are not given are not
 * configured.
 */
export async function openTestServer(overrides: Partial<ServerParts> = {}) {
  const directory = mkdtempSync(join(tmpdir(), 'drawbridge-server-'))
  const database = await openSqliteDatabase(join(directory, 'drawbridge.db'))
  await migrate(database, migrations, 0)
  const stores = createStores(database)
  let now = Date.parse('2026-11-27T12:00:00Z')
  const logged: { readonly level: string; readonly fields: object; readonly message: string }[] = []
  const log = (level: string) => (fields: object, message: string) => {
    logged.push({ level, fields, message })
  }
  const logger: Logger = {
    debug: log('debug'),
    info: log('info'),
    warn: log('warn'),
    error: log('error'),
  }
  const signatures = {
    isSignedBy: async () => {
      throw new Error('No signature is expected here')
    },
  }
  await stores.projects.add(testProject())
  const parts: ServerParts = {
    stores,
    unavailableFeatures: [],
    wakeups: createMemoryWakeups(),
    events: { add: () => undefined },
    signatures,
    addresses: addressFormat,
    balances: [],
    prices: [],
    histories: [],
    swaps: [],
    onramp: [],
    nameServices: [],
    wallets: [],
    rpc: {
      chainIds: () => ['eip155:1'],
      send: async () => {
        throw new Error('No call of a chain is expected here')
      },
    },
    nameZone: 'reown.id',
    routes: [],
    serveFile: async () => undefined,
    serveSdk: async () => undefined,
    policy: { connectSources: [], frameSources: [] },
    widgetConfig: {},
    logger,
    clock: () => now,
    ...overrides,
  }
  return {
    app: createServer(parts),
    routes: serverRoutes(parts),
    stores,
    logged,
    /** Advances the clock. */
    advance: (ms: number) => {
      now += ms
    },
    now: () => now,
    /** Every row of the database, as the lines of a backup. */
    dump: async () => {
      const lines: string[] = []
      await backup(database, now, async (line) => void lines.push(line))
      return lines.join('\n')
    },
    close: async () => {
      await stores.close()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

export type TestServer = Awaited<ReturnType<typeof openTestServer>>
