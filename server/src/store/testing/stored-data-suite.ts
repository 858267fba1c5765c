import { expect, test } from 'vitest'
import { StoredDataError } from '../tables.ts'
import { testProject } from './project-suite.ts'
import { testSignIn } from './sign-in-suite.ts'
import { testSmartSession } from './smart-session-suite.ts'
import type { StoreWorld } from './store-world.ts'

export function storedDataSuite(world: StoreWorld): void {
  const change = world.database

  test('stored project › field of another type › rejects with table, key and field', async () => {
    await world.stores().projects.add(testProject())
    await change().write((db) =>
      db.updateTable('projects').set({ features: '[{"id":"secret","isEnabled":1}]' }).execute(),
    )
    const failure = await world
      .stores()
      .projects.find('id-1', 0)
      .catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(StoredDataError)
    expect(String(failure)).toContain('Table projects, key k1: features.0')
    expect(String(failure)).not.toContain('secret')
  })

  test('stored session › not JSON › rejects', async () => {
    const { signIns } = world.stores()
    await signIns.addSession(testSignIn())
    await change().write((db) => db.updateTable('sign_ins').set({ message: '{"nonce"' }).execute())
    await expect(signIns.findSession('t1', 0)).rejects.toThrow(
      'Table sign_ins, key t1: message cannot be read',
    )
  })

  test('stored smart session › unreadable request › rejects', async () => {
    const { smartSessions } = world.stores()
    const stored = testSmartSession()
    await smartSessions.add(stored)
    await change().write((db) => db.updateTable('smart_sessions').set({ requested: '{}' }).execute())
    await expect(smartSessions.find('k1', stored.account, 'p1')).rejects.toThrow(
      'Table smart_sessions, key k1, p1: requested',
    )
  })

  test('stored spending › not a number › rejects and spends nothing', async () => {
    const { smartSessions } = world.stores()
    const spending = { projectKey: 'k1', pci: 'p1', permission: 0, period: 0 }
    await smartSessions.spend(spending, 1n, 5n)
    await change().write((db) => db.updateTable('smart_session_spending').set({ spent: '' }).execute())
    await expect(smartSessions.spend(spending, 1n, 5n)).rejects.toThrow()
  })

  test('stored job › payload that is not JSON › rejects', async () => {
    const { jobs } = world.stores()
    await jobs.add({ kind: 'mail', payload: 1, runAtMs: 0 })
    await change().write((db) => db.updateTable('jobs').set({ payload: '' }).execute())
    await expect(jobs.claim(['mail'], 1, 0, 1)).rejects.toThrow('payload cannot be read')
  })

  test('transaction › second statement fails › rolls back the first', async () => {
    const row = { name: 'n', value: 'first' }
    const insert = change().transact(async (db) => {
      await db.insertInto('settings').values(row).execute()
      await db.insertInto('settings').values(row).execute()
    })
    await expect(insert).rejects.toThrow()
    expect(await world.stores().settings.getOrAdd('n', 'second')).toBe('second')
  })

  test('snapshot › changed while it is read › shows the rows of its start', async () => {
    const { projects } = world.stores()
    await projects.add(testProject())
    await change().snapshot(async (db) => {
      const count = async () => (await db.selectFrom('projects').selectAll().execute()).length
      expect(await count()).toBe(1)
      await projects.add(testProject({ key: 'k2', id: 'id-2' }))
      expect(await count()).toBe(1)
    })
    expect(await projects.list()).toHaveLength(2)
  })

  test('stores › open › check resolves', async () => {
    await expect(world.stores().check()).resolves.toBeUndefined()
  })
}
