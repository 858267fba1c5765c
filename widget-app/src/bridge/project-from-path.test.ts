import { expect, test } from 'vitest'
import { projectFromPath } from './project-from-path.ts'

test.each([
  ['/embed/1/demo', 'demo'],
  ['/embed/1/isolated/demo', 'demo'],
  ['/embed/1/a%20b%2Fc', 'a b/c'],
  ['/embed/1/%E0%A4%A', '%E0%A4%A'],
  ['/embed/1/', ''],
  ['/', undefined],
  ['/development.html', undefined],
])('path %s › project %s', (path, project) => {
  expect(projectFromPath(path)).toBe(project)
})
