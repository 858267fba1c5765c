import { expect, test } from 'vitest'
import type { StoreWorld } from './store-world.ts'

export function eventSuite(world: StoreWorld): void {
  test('events › more than one statement allows › stored as rows with their JSON', async () => {
    const records = Array.from({ length: 1_001 }, (_, n) => ({
      kind: 'analytics' as const,
      projectKey: n === 0 ? undefined : 'k',
      receivedAtMs: n,
      content: { n, text: 'é"' },
    }))
    await world.stores().events.add(records, 2_000)
    await world.stores().events.add([], 2_000)
    const { read } = world.database()
    const rows = await read.selectFrom('events').selectAll().orderBy('received_at_ms').execute()
    expect(rows).toHaveLength(1_001)
    expect(rows[0]).toMatchObject({ kind: 'analytics', project_key: null, expires_at_ms: 2_000 })
    expect(rows[7]).toMatchObject({ project_key: 'k', received_at_ms: 7, content: '{"n":7,"text":"é\\""}' })
  })
}
