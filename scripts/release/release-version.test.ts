import { expect, it } from 'vitest'
import { statedVersions, versionProblems } from './release-version.ts'

it('version › every package.json and the lockfile › equal to host-sdk/package.json', () => {
  const stated = statedVersions()
  expect(Object.keys(stated)).toHaveLength(7)
  expect(versionProblems(stated)).toEqual([])
})

it('version › a package has another one › sentence with file and both versions', () => {
  expect(versionProblems({ 'package.json': '1.2.0', 'server/package.json': '1.1.9' }, '1.2.0')).toEqual([
    'server/package.json states 1.1.9; host-sdk/package.json states 1.2.0',
  ])
})
