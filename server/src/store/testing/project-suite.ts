import { expect, test } from 'vitest'
import type { Project } from '../../ports/stores/projects.ts'
import { race, type StoreWorld } from './store-world.ts'

export const testProject = (change: Partial<Project> = {}): Project => ({
  key: 'k1',
  id: 'id-1',
  name: 'Tidewater Coffee',
  allowedOrigins: ['https://tidewater.example', '*.pages.dev'],
  features: [{ id: 'swaps', isEnabled: true, config: ['1inch'] }],
  acceptsDefaultOrigins: true,
  isAnalyticsEnabled: true,
  walletConnect: { projectId: 'wc', isVerified: false },
  nameRegistry: 'main',
  createdAtMs: 1_795_807_000_000,
  ...change,
})

export function projectSuite(world: StoreWorld): void {
  const projects = () => world.stores().projects

  test('project › added › found unchanged', async () => {
    const minimal = testProject({
      key: 'k2',
      id: 'Id-2 é😀',
      allowedOrigins: [],
      features: [{ id: 'email', isEnabled: false, config: null }],
      acceptsDefaultOrigins: false,
      isAnalyticsEnabled: false,
      walletConnect: {},
    })
    expect(await projects().add(testProject())).toBe(true)
    expect(await projects().add(minimal)).toBe(true)
    expect(await projects().find('id-1', 0)).toEqual(testProject())
    expect(await projects().find('Id-2 é😀', 0)).toEqual(minimal)
    expect(await projects().find('ID-1', 0)).toBeUndefined()
  })

  test('project list › several projects › ordered by id', async () => {
    for (const id of ['b', 'a', 'é', 'B', 'z']) await projects().add(testProject({ key: `k-${id}`, id }))
    expect((await projects().list()).map(({ id }) => id)).toEqual(['B', 'a', 'b', 'z', 'é'])
  })

  test('project › id in use › not added', async () => {
    await projects().add(testProject())
    expect(await projects().add(testProject({ key: 'k2' }))).toBe(false)
    expect(await projects().list()).toEqual([testProject()])
  })

  test('project › key in use › rejects, its id stays free', async () => {
    await projects().add(testProject())
    await expect(projects().add(testProject({ id: 'id-2' }))).rejects.toThrow()
    expect(await projects().add(testProject({ key: 'k2', id: 'id-2' }))).toBe(true)
  })

  test('project › changed › has the given fields, others unchanged', async () => {
    await projects().add(testProject())
    expect(await projects().change('k1', { name: 'New', isAnalyticsEnabled: false })).toBe(true)
    expect(await projects().change('k1', { walletConnect: {}, allowedOrigins: ['https://b.example'] })).toBe(
      true,
    )
    expect(await projects().change('k1', { nameRegistry: 'other', features: [] })).toBe(true)
    expect(await projects().find('id-1', 0)).toEqual(
      testProject({
        name: 'New',
        isAnalyticsEnabled: false,
        walletConnect: {},
        allowedOrigins: ['https://b.example'],
        nameRegistry: 'other',
        features: [],
      }),
    )
  })

  test('project › unknown, or no field changed › returns whether it exists', async () => {
    await projects().add(testProject())
    expect(await projects().change('k2', { name: 'New' })).toBe(false)
    expect(await projects().change('k2', {})).toBe(false)
    expect(await projects().change('k1', {})).toBe(true)
  })

  test('project › rotated › has the new id, and the former one for a time', async () => {
    await projects().add(testProject())
    expect(await projects().rotate('k1', 'id-2', 1_000)).toBe(true)
    const rotated = testProject({ id: 'id-2' })
    expect(await projects().find('id-2', 5_000)).toEqual(rotated)
    expect(await projects().find('id-1', 999)).toEqual(rotated)
    expect(await projects().find('id-1', 1_000)).toBeUndefined()
    expect(await projects().list()).toEqual([rotated])
  })

  test('project › rotated to an id that is or was in use › keeps its own', async () => {
    await projects().add(testProject())
    await projects().add(testProject({ key: 'k2', id: 'id-2' }))
    await projects().rotate('k2', 'id-3', 1_000)
    for (const taken of ['id-1', 'id-2', 'id-3'])
      expect(await projects().rotate('k1', taken, 1_000)).toBe(false)
    expect(await projects().add(testProject({ key: 'k3', id: 'id-2' }))).toBe(false)
    expect(await projects().rotate('k4', 'id-4', 1_000)).toBe(false)
    expect(await projects().find('id-1', 2_000)).toEqual(testProject())
    expect(await projects().find('id-4', 0)).toBeUndefined()
  })

  test('project › 50 rotations at once › one current id and 50 former ones', async () => {
    await projects().add(testProject())
    const results = await race(world, 50, ({ projects: replicaProjects }, n) =>
      replicaProjects.rotate('k1', `new-${n}`, 1_000),
    )
    expect(results.every((result) => result)).toBe(true)
    expect(await projects().list()).toHaveLength(1)
    const ids = ['id-1', ...Array.from({ length: 50 }, (_, n) => `new-${n}`)]
    const at = async (nowMs: number) =>
      (await Promise.all(ids.map((id) => projects().find(id, nowMs)))).filter((found) => found !== undefined)
    expect(await at(999)).toHaveLength(51)
    expect(await at(1_000)).toHaveLength(1)
  })

  test('project › 200 claims of one id at once › one gets it', async () => {
    const results = await race(world, 200, ({ projects: replicaProjects }, n) =>
      replicaProjects.add(testProject({ key: `k${n}` })),
    )
    expect(results.filter((isAdded) => isAdded)).toHaveLength(1)
    expect(await projects().list()).toHaveLength(1)
  })
}
