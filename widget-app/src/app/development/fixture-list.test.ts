import { describe, expect, test } from 'vitest'
import { viewSchema, views } from '#widget/core/views.ts'
import { fixtureGroups, previousViews } from './fixture-list.ts'
import { isFixturesHash, viewOfHash } from './standalone-hash.ts'

const names = Object.keys(views)
const samples = fixtureGroups.flat()

describe('samples', () => {
  test.each(names)('view %s › has a fixture', (name) => {
    expect(samples.filter(({ view }) => view.name === name)).not.toEqual([])
  })

  test('fixtures › show only views that a link may name', () => {
    for (const { view } of samples) expect(view).toSatisfy(viewSchema.fits)
    expect(new Set(samples.map(({ view }) => view.name))).toEqual(new Set(names))
  })

  test('fixture › has a unique link, different from that of a running view', () => {
    const hashes = samples.map(({ hash }) => hash)
    expect(new Set(hashes).size).toBe(hashes.length)
    for (const hash of hashes) {
      expect(hash).toMatch(/^#\/samples\/\w+\/[a-z0-9-]+$/)
      expect(isFixturesHash(hash)).toBe(true)
      expect(viewOfHash(hash)).toBeUndefined()
    }
  })

  test('fixture › lies above the views that lead to it', () => {
    for (const sample of samples) expect(previousViews(sample)).not.toContainEqual(sample.view)
  })
})
